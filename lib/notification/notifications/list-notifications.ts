import type { Id } from '../../platform/id.ts'
import { fromItem } from '../../platform/store/entities/entity.ts'
import { findAll, type Members, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { buildMemberScope, type MemberOwner } from '../member-scope.ts'
import { findLandmark, MAX_SKIPPED } from './landmarks.ts'
import {
  getMailboxPartition,
  getRowPartition,
  listKinds,
  type MailboxBucket,
  type MailboxFilter,
  notifications,
  readMailboxBuckets,
  type StoredNotification,
  sumSizes,
} from './notification-store.ts'
import { readMerged, type Sources } from './read-merged.ts'

const findSources = (owner: MemberOwner, filter: MailboxFilter, buckets: readonly MailboxBucket[]): Sources => {
  if (filter.type === undefined && filter.isRead === undefined)
    return { partitions: [getMailboxPartition(owner)], hasItems: true }
  const kinds = listKinds(filter).filter((kind) => sumSizes(buckets, [kind]) > 0)
  return { partitions: kinds.map((kind) => getRowPartition(owner, kind)), hasItems: false }
}

interface Start {
  /** Id from which to read, newest first; undefined for the newest. */
  to: string | undefined
  /** Entries to skip there. */
  skip: number
}

/**
 * Finds the entry at a place of the list. Whole buckets are skipped by their counts, and within a bucket at most so many
 * entries as landmarks are apart.
 */
const findStart = async (
  db: Table,
  { owner, filter, sources }: { owner: MemberOwner; filter: MailboxFilter; sources: Sources },
  buckets: readonly MailboxBucket[],
  offset: number,
): Promise<Start> => {
  const kinds = listKinds(filter)
  let skip = offset
  for (const bucket of buckets.toReversed()) {
    const size = sumSizes([bucket], kinds)
    if (skip >= size) {
      skip -= size
      continue
    }
    const [from, to] = [bucket.prefix, `${bucket.prefix}~`]
    if (skip <= MAX_SKIPPED) return { to, skip }
    const fromOldest = size - skip
    if (fromOldest <= MAX_SKIPPED) {
      const keys = await readMerged(db, { ...sources, hasItems: false }, { from, to, limit: fromOldest })
      return { to: keys.at(-1)?.sk, skip: 0 }
    }
    return await findLandmark(db, { owner, filter, sources, bucket, skip })
  }
  return { to: undefined, skip }
}

/** Returns one page of a member's notifications, newest first, with the exact total. */
export const listNotifications = async (
  db: Table,
  owner: MemberOwner,
  { page, itemsPerPage }: Page,
  filter: MailboxFilter,
): Promise<Members<StoredNotification>> => {
  const buckets = await readMailboxBuckets(db, owner)
  const totalItems = sumSizes(buckets, listKinds(filter))
  const offset = (page - 1) * itemsPerPage
  if (offset >= totalItems) return { items: [], totalItems }
  const sources = findSources(owner, filter, buckets)
  const { to, skip } = await findStart(db, { owner, filter, sources }, buckets, offset)
  const range = { newestFirst: true, limit: skip + itemsPerPage, ...(to !== undefined && { from: '0', to }) }
  const rows = (await readMerged(db, sources, range)).slice(skip)
  if (sources.hasItems) return { items: rows.map((item) => fromItem<StoredNotification>(item)), totalItems }
  const ids = rows.map(({ sk }): Id => sk)
  return { items: await findAll(db, notifications, buildMemberScope(owner), ids), totalItems }
}
