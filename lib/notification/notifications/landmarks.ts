import { encodeTime, type Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { deleteAll } from '../../platform/store/erase.ts'
import { readPages } from '../../platform/store/table/read-pages.ts'
import type { Item, Key, Table } from '../../platform/store/table/table.ts'
import { buildMemberScope, type MemberOwner } from '../member-scope.ts'
import { getCountName, listKinds, type MailboxBucket, type MailboxFilter, sumSizes } from './notification-store.ts'
import { readMerged, type Sources } from './read-merged.ts'

// Landmarks:  T#<tenant>#<identity>#notification#landmarks / <bucket>#<type>#<isRead>   ids of a filter's entries in a
//             bucket at equal distances; written by whoever reads a page between them

/** Entries between two landmarks, and the most that a page skips by reading them. */
export const MAX_SKIPPED = 200

interface Landmarks {
  /** Numbers of the notifications by kind, of both read states, when the landmarks were set. */
  sizes: Readonly<Record<string, number>>
  /** Number of entries, and the id of the newest. */
  total: number
  newest: Id
  /** Ids of the oldest entry and of every entry so many places after it. */
  ids: readonly Id[]
}

interface Asked {
  owner: MemberOwner
  filter: MailboxFilter
  sources: Sources
  bucket: MailboxBucket
  /** Place of the wanted entry in the bucket, counted from the newest. */
  skip: number
}

export const getLandmarksPartition = (owner: MemberOwner) =>
  partition(buildMemberScope(owner), 'notification#landmarks')

/** Erases the landmarks of buckets that begin before a time; readers set those again that they need. */
export const eraseLandmarks = async (db: Table, owner: MemberOwner, before: Date): Promise<void> => {
  const pk = getLandmarksPartition(owner)
  for await (const page of readPages(db, { pk, to: encodeTime(before), only: [] }))
    await deleteAll(
      db,
      page.map(({ sk }) => ({ pk, sk })),
    )
}

const landmarksKey = ({ owner, filter: { type, isRead }, bucket }: Asked): Key => ({
  pk: getLandmarksPartition(owner),
  sk: `${bucket.prefix}#${type ?? ''}#${isRead ?? ''}`,
})

const readSizes = ({ filter: { type }, bucket }: Asked) =>
  Object.fromEntries(listKinds({ type }).map((kind) => [getCountName(kind), sumSizes([bucket], [kind])]))

const isSame = (before: Landmarks['sizes'], now: Landmarks['sizes']) =>
  Object.entries(now).every(([name, size]) => before[name] === size)

const addUp = (sizes: Landmarks['sizes']) => Object.values(sizes).reduce((sum, size) => sum + size, 0)

/**
 * True if entries may have left the list: some were removed, or became read and the list is limited to one read state.
 * Nothing is added any more to a bucket that is old enough for removals, so they show in its number of notifications.
 */
const hasLost = ({ filter: { type, isRead } }: Asked, before: Landmarks['sizes'], now: Landmarks['sizes']) =>
  addUp(now) < addUp(before) ||
  (isRead !== undefined &&
    listKinds({ type, isRead: true })
      .map(getCountName)
      .some((name) => before[name] !== now[name]))

/** Sets the landmarks after known entries, or all of them. Returns undefined if the entries are not as many as counted. */
const extend = async (db: Table, asked: Asked, known?: Landmarks): Promise<Landmarks | undefined> => {
  const { filter, sources, bucket } = asked
  const total = sumSizes([bucket], listKinds(filter))
  const from = known ? `${known.newest}!` : bucket.prefix
  const limit = total - (known?.total ?? 0) + 1
  const keys = await readMerged(db, { ...sources, hasItems: false }, { from, to: `${bucket.prefix}~`, limit })
  if (keys.length !== limit - 1) return undefined
  const all = [...(known?.ids ?? [])]
  for (let place = all.length * MAX_SKIPPED; place < total; place += MAX_SKIPPED)
    all.push((keys[place - (known?.total ?? 0)] as Item).sk)
  return { sizes: readSizes(asked), total, newest: keys.at(-1)?.sk ?? (known?.newest as Id), ids: all }
}

/** A reader does not depend on what it keeps for the next one. */
const ignoreFailure = (): void => {}

/** Returns landmarks that hold for the counts. What was added after the newest known entry is read, and else all entries. */
const readLandmarks = async (db: Table, asked: Asked): Promise<Landmarks | undefined> => {
  const key = landmarksKey(asked)
  const stored = await db.get<Landmarks>(key)
  const sizes = readSizes(asked)
  if (stored && isSame(stored.sizes, sizes)) return stored
  const fits = stored && !hasLost(asked, stored.sizes, sizes)
  const landmarks = (fits && (await extend(db, asked, stored))) || (await extend(db, asked))
  if (landmarks) await db.put({ put: { ...key, kind: 'landmarks', ...landmarks } }).catch(ignoreFailure)
  return landmarks
}

/** Returns the closest landmark that is newer than the wanted entry, and the number of entries to skip from it. */
export const findLandmark = async (db: Table, asked: Asked): Promise<{ to: string; skip: number }> => {
  const landmarks = await readLandmarks(db, asked)
  const end = { to: `${asked.bucket.prefix}~`, skip: asked.skip }
  // The list changes while it is read; this page is found by reading up to it.
  if (!landmarks) return end
  const place = landmarks.total - 1 - asked.skip
  const next = Math.ceil(place / MAX_SKIPPED)
  const to = landmarks.ids[next]
  return to === undefined ? end : { to, skip: next * MAX_SKIPPED - place }
}
