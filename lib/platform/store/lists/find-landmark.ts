import { boundedSortKey } from '../entities/bounded-partition.ts'
import type { Key, Table } from '../table/table.ts'
import { buildLandmarks, isUnchanged, type Landmark } from './build-landmarks.ts'
import type { DescribedList } from './describe-list.ts'
import type { Bucket } from './read-buckets.ts'

// Landmarks:  <partition of the counts> / L#<bucket>#<filter>#<part>   those of some rows of a bucket, while nothing changes;
//             the nightly recount removes them, so that none is older than a day

export const LANDMARKS_PREFIX = 'L#'

/** Rows of a bucket whose landmarks are in one item, so that a reader of one page reads little. */
const ROWS_PER_ITEM = 2500
/** Items that are written at once. */
const MAX_WRITES = 40

interface StoredLandmarks {
  /** Changes and size of the bucket for which they hold. */
  changes: number
  size: number
  /** The landmarks as JSON, which is smaller and faster to read than attributes. */
  landmarks: string
}

const landmarksKey = ({ counts: pk, name }: DescribedList, { prefix }: Bucket, item: number): Key => ({
  pk,
  sk: boundedSortKey(`${LANDMARKS_PREFIX}${prefix}#${name}#${item}`),
})

/** Returns the landmarks between two indexes, and the one before them. */
const cutLandmarks = (landmarks: readonly Landmark[], from: number, to: number): readonly Landmark[] => {
  const start = landmarks.findLastIndex(({ index }) => index <= from)
  const end = landmarks.findIndex(({ index }) => index >= to)
  return landmarks.slice(Math.max(0, start), end < 0 ? undefined : end)
}

const storeLandmarks = async (db: Table, list: DescribedList, bucket: Bucket, landmarks: readonly Landmark[]) => {
  const { changes, size } = bucket
  const items = Array.from({ length: Math.ceil(size / ROWS_PER_ITEM) }, (_, i) => {
    const own = cutLandmarks(landmarks, i * ROWS_PER_ITEM, (i + 1) * ROWS_PER_ITEM)
    const stored = { changes, size, landmarks: JSON.stringify(own.map(({ key, index }) => [key, index])) }
    return { ...landmarksKey(list, bucket, i), kind: 'landmarks', ...stored }
  })
  for (let start = 0; start < items.length; start += MAX_WRITES)
    await Promise.all(items.slice(start, start + MAX_WRITES).map((item) => db.put({ put: item })))
}

/** A reader does not depend on what it keeps for the next one. */
const ignoreFailure = (): void => {}

const parseLandmarks = ({ landmarks }: StoredLandmarks): Landmark[] =>
  (JSON.parse(landmarks) as [string, number][]).map(([key, index]) => ({ key, index }))

/**
 * Returns the last landmark of a bucket that has no more than `index` rows before it. Landmarks are kept as long as the bucket
 * does not change, and are built again when it has changed.
 */
export const findLandmark = async (
  db: Table,
  list: DescribedList,
  bucket: Bucket,
  index: number,
): Promise<Landmark | undefined> => {
  const isBefore = (landmark: Landmark) => landmark.index <= index
  const stored = await db.get<StoredLandmarks>(landmarksKey(list, bucket, Math.floor(index / ROWS_PER_ITEM)))
  if (stored && isUnchanged(stored, bucket)) return parseLandmarks(stored).findLast(isBefore)
  const { landmarks, rows } = await buildLandmarks(db, list, bucket)
  // The changes were read before the rows, so what changes while they are read leaves landmarks that nobody takes as valid. The
  // number of rows shows a transaction of which the table has let only a part be seen.
  if (rows === bucket.size) await storeLandmarks(db, list, bucket, landmarks).catch(ignoreFailure)
  return landmarks.findLast(isBefore)
}
