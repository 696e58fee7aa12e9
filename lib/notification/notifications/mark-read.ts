import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { COUNT_SHARDS } from '../../platform/store/entities/entity.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { buildMemberScope, type MemberOwner } from '../member-scope.ts'
import { getRowPartition, listKinds, notifications, type StoredNotification } from './notification-store.ts'

const markAsRead = (unit: Unit, notification: StoredNotification) =>
  unit.update(notifications, notification, { isRead: true, readAt: unit.now.toISOString() })

/** Marks a notification as read. `request` is the unit of the request, whose `If-Match` applies to it. */
export const markRead = (db: Table, owner: MemberOwner, id: Id, request: Pick<Unit, 'now' | 'match'>): Promise<void> =>
  runInUnit(db, { tenant: buildMemberScope(owner), actor: owner.identity, now: request.now }, async (unit) => {
    const notification = await unit.load(notifications, id)
    request.match(notification)
    if (!notification.isRead) markAsRead(unit, notification)
  })

/** Milliseconds after which marking stops; well within a request's time. */
const MAX_DURATION_MS = 10_000
/** Each takes three actions, and all of a transaction take a few for counts. */
const BATCH_SIZE = 32
/** Unread notifications of one type that one request reads. */
const MAX_READ = 5_000

/** One group for each shard of the counts, so that the groups can be marked in parallel without conflicts. */
const splitByShard = (ids: readonly Id[]) =>
  Array.from({ length: COUNT_SHARDS }, (_, shard) => ids.filter((_, i) => i % COUNT_SHARDS === shard))

/** Marks as many as fit into one transaction; returns the remaining ids. */
const markSome = (
  db: Table,
  owner: MemberOwner,
  ids: readonly Id[],
  now: Date,
  shard: number,
): Promise<readonly Id[]> =>
  runInUnit(db, { tenant: buildMemberScope(owner), actor: owner.identity, now, shard }, async (unit) => {
    const some = await findAll(db, notifications, unit.tenant, ids.slice(0, BATCH_SIZE))
    const unread = new Map(some.filter(({ isRead }) => !isRead).map((each) => [each.id, each]))
    for (const [index, id] of ids.slice(0, BATCH_SIZE).entries()) {
      const notification = unread.get(id)
      if (notification && !unit.attempt(() => markAsRead(unit, notification))) return ids.slice(index)
    }
    return ids.slice(BATCH_SIZE)
  })

const listUnread = async (db: Table, owner: MemberOwner) => {
  const partitions = listKinds({ isRead: false }).map((kind) => getRowPartition(owner, kind))
  const rows = await Promise.all(partitions.map((pk) => db.query({ pk, limit: MAX_READ, only: [] })))
  return { ids: rows.flat().map(({ sk }): Id => sk), isAll: rows.every(({ length }) => length < MAX_READ) }
}

/** Marks all unread notifications in several transactions; throws `UNAVAILABLE` if one request is too short for all. */
export const markAllRead = async (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  owner: MemberOwner,
  now: Date,
): Promise<void> => {
  const { ids, isAll } = await listUnread(db, owner)
  const isInTime = () => clock().getTime() - now.getTime() < MAX_DURATION_MS
  const markGroup = async (group: readonly Id[], shard: number) => {
    let remaining = group
    while (remaining.length) {
      remaining = await markSome(db, owner, remaining, now, shard)
      if (!isInTime()) break
    }
    return remaining.length
  }
  const remaining = await Promise.all(splitByShard(ids).map(markGroup))
  if (!isAll || remaining.some(Boolean))
    throw new Problem(
      'UNAVAILABLE',
      'Not all notifications could be marked in one request. Send it again to mark the rest.',
      { headers: { 'Retry-After': '1' }, isCertain: true },
    )
}
