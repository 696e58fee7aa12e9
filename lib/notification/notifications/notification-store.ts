import type { Bucket, Notification } from '../../../schemas/notification/notification.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { entity, getShard, listPartition, type Stored } from '../../platform/store/entities/entity.ts'
import { count, find, findAll, list, type Page } from '../../platform/store/lists/list.ts'
import { MAX_ACTIONS, type Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'

// Notifications:  T#<tenant>#<identity>#notification / <id>   a member's own, newest first by any of type and isRead

export type StoredNotification = Omit<Notification, keyof Stored> & Stored

export const notifications = entity<StoredNotification>({
  name: 'notification',
  shape: 1,
  lists: [{ facets: ['type', 'isRead'] }],
})

export interface Owner {
  tenant: Id
  identity: Id
}

/** Stands where a tenant stands otherwise: what one member has is out of every other's reach. */
export const mailbox = ({ tenant, identity }: Owner): Id => `${tenant}#${identity}`

export const findNotification = (db: Table, owner: Owner, id: Id) => find(db, notifications, mailbox(owner), id)

export const pageOfNotifications = (
  db: Table,
  owner: Owner,
  page: Page,
  facets: { type?: Bucket | undefined; isRead?: boolean | undefined },
) => list(db, notifications, mailbox(owner), { ...page, facets })

export const countUnread = (db: Table, owner: Owner) =>
  count(db, notifications, mailbox(owner), { facets: { isRead: false } })

const read = (unit: Unit, notification: StoredNotification) =>
  unit.update(notifications, notification, { isRead: true, readAt: unit.now.toISOString() })

export const markRead = (db: Table, owner: Owner, id: Id, now: Date): Promise<void> =>
  runInUnit(db, { tenant: mailbox(owner), actor: owner.identity, now }, async (unit) => {
    const notification = await unit.load(notifications, id)
    if (!notification.isRead) read(unit, notification)
  })

/** Item, two rows taken away, two added, and a count at each of four levels. */
const MAX_ACTIONS_EACH = 9
/** Well within what a request may take. */
const MAX_DURATION_MS = 10_000
const AT_ONCE = Math.floor(MAX_ACTIONS / 5)

/** Counts are spread by id, so lanes by that spread do not get in each other's way. */
const groupByShard = (ids: readonly Id[]) => [...Map.groupBy(ids, getShard).values()]

/** Marks as many of these as fit one transaction; returns the others. */
const markSome = (db: Table, owner: Owner, ids: readonly Id[], now: Date): Promise<readonly Id[]> =>
  runInUnit(db, { tenant: mailbox(owner), actor: owner.identity, now }, async (unit) => {
    const some = await findAll(db, notifications, unit.tenant, ids.slice(0, AT_ONCE))
    const unread = new Map(some.filter(({ isRead }) => !isRead).map((each) => [each.id, each]))
    for (const [place, id] of ids.slice(0, AT_ONCE).entries()) {
      if (unit.size + MAX_ACTIONS_EACH > MAX_ACTIONS) return ids.slice(place)
      const notification = unread.get(id)
      if (notification) read(unit, notification)
    }
    return ids.slice(AT_ONCE)
  })

/** Marks all that is unread now, in several transactions. What is too much for one request is gone on with by the next. */
export const markEveryRead = async (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  owner: Owner,
  now: Date,
): Promise<void> => {
  const rows = await db.query({ pk: listPartition(mailbox(owner), notifications.name, { isRead: false }) })
  const isInTime = () => clock().getTime() - now.getTime() < MAX_DURATION_MS
  const markLane = async (lane: readonly Id[]) => {
    let left = await markSome(db, owner, lane, now)
    while (left.length && isInTime()) left = await markSome(db, owner, left, now)
    return left.length
  }
  const left = await Promise.all(groupByShard(rows.map(({ sk }) => sk)).map(markLane))
  if (left.some(Boolean))
    throw new Problem('UNAVAILABLE', 'There is more to mark than fits one request; send it again to go on.', {
      headers: { 'Retry-After': '1' },
    })
}
