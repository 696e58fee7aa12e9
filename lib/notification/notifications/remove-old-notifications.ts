import { findMembersByIdentity, listMembers } from '../../iam/list-members.ts'
import type { App } from '../../platform/app/app.ts'
import { type TaskData, TaskPostponed } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { removeOld } from '../../platform/store/remove-old.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { buildMemberScope, type MemberOwner } from '../member-scope.ts'
import { eraseLandmarks } from './landmarks.ts'
import { notifications, type StoredNotification } from './notification-store.ts'

const DAY_MS = 24 * 3_600_000
const READ_KEPT_DAYS = 180
const KEPT_DAYS = 365
const MEMBERS_AT_ONCE = 100

interface Removing {
  now: Date
  hasTime: () => boolean
}

interface Removed {
  removed: number
  isDone: boolean
}

const removeFromMailbox = async (
  db: Table,
  owner: MemberOwner,
  removing: Removing & { before: Date; isOver: (notification: StoredNotification) => boolean },
): Promise<Removed> => {
  const result = await removeOld(db, notifications, buildMemberScope(owner), removing)
  if (result.removed) await eraseLandmarks(db, owner, removing.before)
  return result
}

/** Removes the notifications of a tenant's members that are older than 180 days if they are read, and than a year if not. */
export const removeOldNotifications = async (db: Table, tenant: Id, { now, hasTime }: Removing): Promise<Removed> => {
  const before = new Date(now.getTime() - READ_KEPT_DAYS * DAY_MS)
  const end = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()
  const isOver = ({ isRead, createdAt }: StoredNotification) => isRead || createdAt < end
  let removed = 0
  for (let after: Id | null = null; ; ) {
    const members = await listMembers(db, tenant, after, MEMBERS_AT_ONCE)
    for (const { identityId: identity } of members) {
      if (!identity) continue
      const result = await removeFromMailbox(db, { tenant, identity }, { before, now, isOver, hasTime })
      removed += result.removed
      if (!result.isDone) return { removed, isDone: false }
    }
    if (members.length < MEMBERS_AT_ONCE) return { removed, isDone: true }
    after = members.at(-1)?.id ?? null
  }
}

/** Time left at which the task stops, so that the transaction under way ends. */
const ENOUGH_MS = 5_000
const AGAIN_MS = 60_000

/** Removes the notifications of somebody who is no member any more. */
export const removeMailbox = async (
  { db }: Pick<App, 'db'>,
  { tenant, identityId: identity }: TaskData['notification.mailbox.remove'],
  now: Date,
): Promise<void> => {
  if ((await findMembersByIdentity(db, tenant, [identity])).length) return
  const hasTime = () => (db.deadline?.millisecondsLeft() ?? Number.POSITIVE_INFINITY) > ENOUGH_MS
  const owner = { tenant, identity }
  const { isDone } = await removeFromMailbox(db, owner, { before: now, now, isOver: () => true, hasTime })
  if (!isDone) throw new TaskPostponed(new Date(now.getTime() + AGAIN_MS))
}
