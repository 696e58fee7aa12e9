import type { Bucket, Notification } from '../../../schemas/notification/notification.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { COUNT_SHARDS, entity, listPartition, type Stored } from '../../platform/store/entities/entity.ts'
import { count, find, findAll, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { buildMemberScope, type MemberOwner } from '../member-scope.ts'

// Notifications:  T#<tenant>#<identity>#notification / <id>   a member's own; listed newest first, by type and isRead

export type StoredNotification = Omit<Notification, keyof Stored> & Stored

export const notifications = entity<StoredNotification>({
  name: 'notification',
  shape: 1,
  lists: [{ facets: ['type', 'isRead'] }],
})

export const findNotification = (db: Table, owner: MemberOwner, id: Id) =>
  find(db, notifications, buildMemberScope(owner), id)

export const listNotifications = (
  db: Table,
  owner: MemberOwner,
  page: Page,
  facets: { type?: Bucket | undefined; isRead?: boolean | undefined },
) => list(db, notifications, buildMemberScope(owner), { ...page, facets })

export const countUnread = (db: Table, owner: MemberOwner) =>
  count(db, notifications, buildMemberScope(owner), { facets: { isRead: false } })

const markAsRead = (unit: Unit, notification: StoredNotification) =>
  unit.update(notifications, notification, { isRead: true, readAt: unit.now.toISOString() })

export const markRead = (db: Table, owner: MemberOwner, id: Id, now: Date): Promise<void> =>
  runInUnit(db, { tenant: buildMemberScope(owner), actor: owner.identity, now }, async (unit) => {
    const notification = await unit.load(notifications, id)
    if (!notification.isRead) markAsRead(unit, notification)
  })

/** Milliseconds after which marking stops; well within a request's time. */
const MAX_DURATION_MS = 10_000
/** More than fit one transaction: each takes five actions, and some for counts. */
const BATCH_SIZE = 20

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

/** Marks all unread notifications in several transactions; throws `UNAVAILABLE` if one request is too short for all. */
export const markAllRead = async (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  owner: MemberOwner,
  now: Date,
): Promise<void> => {
  const rows = await db.query({ pk: listPartition(buildMemberScope(owner), notifications.name, { isRead: false }) })
  const isInTime = () => clock().getTime() - now.getTime() < MAX_DURATION_MS
  const markGroup = async (ids: readonly Id[], shard: number) => {
    let remaining = ids
    while (remaining.length) {
      remaining = await markSome(db, owner, remaining, now, shard)
      if (!isInTime()) break
    }
    return remaining.length
  }
  const remaining = await Promise.all(splitByShard(rows.map(({ sk }) => sk)).map(markGroup))
  if (remaining.some(Boolean))
    throw new Problem(
      'UNAVAILABLE',
      'Not all notifications could be marked in one request. Send it again to mark the rest.',
      {
        headers: { 'Retry-After': '1' },
      },
    )
}
