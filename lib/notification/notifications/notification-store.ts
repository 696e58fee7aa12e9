import { BUCKETS, type Bucket, type Notification } from '../../../schemas/notification/notification.ts'
import type { Id } from '../../platform/id.ts'
import {
  countName,
  countsPartition,
  entity,
  listPartition,
  partition,
  type Stored,
} from '../../platform/store/entities/entity.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Item, Table } from '../../platform/store/table/table.ts'
import { buildMemberScope, type MemberOwner } from '../member-scope.ts'

// Notifications:  T#<tenant>#<identity>#notification / <id>   a member's own, newest first
// their rows:     T#<tenant>#<identity>#notification?type=<type>&isRead=<isRead> / <id>
// their counts:   T#<tenant>#<identity>#notification#counts / 1#<bucket>#<shard>   by type and isRead, for 12 days each

export type StoredNotification = Omit<Notification, keyof Stored> & Stored

export const notifications = entity<StoredNotification>({
  name: 'notification',
  shape: 1,
  audit: false,
  lists: [{ facets: ['type', 'isRead'], onlyAllFacets: true }],
})

export interface MailboxFilter {
  type?: Bucket | undefined
  isRead?: boolean | undefined
}

/** The notifications with one type and read state, which have rows and a count of their own. */
export interface Kind {
  type: Bucket
  isRead: boolean
}

const KINDS: readonly Kind[] = BUCKETS.flatMap((type) => [false, true].map((isRead) => ({ type, isRead })))

export const getCountName = ({ type, isRead }: Kind) => countName({ type, isRead })

export const listKinds = ({ type, isRead }: MailboxFilter): Kind[] =>
  KINDS.filter((kind) => (type ?? kind.type) === kind.type && (isRead ?? kind.isRead) === kind.isRead)

export const getRowPartition = (owner: MemberOwner, { type, isRead }: Kind) =>
  listPartition(buildMemberScope(owner), notifications.name, { type, isRead })

export const getMailboxPartition = (owner: MemberOwner) => partition(buildMemberScope(owner), notifications.name)

/** The notifications whose ids share a prefix, with their numbers by name of their kind. */
export interface MailboxBucket {
  prefix: string
  sizes: ReadonlyMap<string, number>
}

const NAMES = new Set(KINDS.map(getCountName))

const readPrefix = ({ sk }: Item) => sk.slice(sk.indexOf('#') + 1, sk.lastIndexOf('#'))

/** Reads the counts of a mailbox in one query, oldest bucket first, with the shards of each bucket added up. */
export const readMailboxBuckets = async (db: Table, owner: MemberOwner): Promise<MailboxBucket[]> => {
  const pk = countsPartition(buildMemberScope(owner), notifications.name, {})
  const buckets = new Map<string, Map<string, number>>()
  for (const item of await db.query({ pk, prefix: '1#' })) {
    const sizes = buckets.get(readPrefix(item)) ?? new Map<string, number>()
    buckets.set(readPrefix(item), sizes)
    for (const [name, count] of Object.entries(item))
      if (NAMES.has(name)) sizes.set(name, (sizes.get(name) ?? 0) + (count as number))
  }
  return [...buckets].map(([prefix, sizes]) => ({ prefix, sizes }))
}

/** Adds up the notifications of these kinds. */
export const sumSizes = (buckets: readonly MailboxBucket[], kinds: readonly Kind[]): number => {
  let total = 0
  for (const { sizes } of buckets) for (const kind of kinds) total += sizes.get(getCountName(kind)) ?? 0
  return total
}

export const findNotification = (db: Table, owner: MemberOwner, id: Id) =>
  find(db, notifications, buildMemberScope(owner), id)

export const countUnread = async (db: Table, owner: MemberOwner): Promise<number> =>
  sumSizes(await readMailboxBuckets(db, owner), listKinds({ isRead: false }))
