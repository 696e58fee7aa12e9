import { type Bucket, sumSizes } from './read-buckets.ts'

/** Largest number of rows to skip by reading them. */
export const MAX_SKIPPED_ROWS = 200

/** The place at which to read a page: sort keys and a direction, and the number of rows before the page. */
export interface Place {
  newestFirst: boolean
  from?: string
  to?: string
  skip: number
}

/** The bucket that has the oldest row of a page, and the number of older rows in it. */
interface Position {
  bucket: Bucket
  index: number
}

const skipBuckets = (buckets: readonly Bucket[], skip: number): { bucket: Bucket | undefined; skip: number } => {
  for (const bucket of buckets) {
    if (skip < bucket.size) return { bucket, skip }
    skip -= bucket.size
  }
  return { bucket: undefined, skip }
}

/**
 * Returns the place of a page from the nearer of two ends, that of the bucket in which the page begins and that of the bucket
 * in which it ends, and the position of its oldest row. The buckets are those of the whole list or range, oldest first.
 */
export const findPlace = (
  buckets: readonly Bucket[],
  offset: number,
  wanted: number,
): { place: Place; position: Position | undefined } => {
  const newer = skipBuckets(buckets.toReversed(), offset)
  const older = skipBuckets(buckets, sumSizes(buckets) - offset - wanted)
  const position = older.bucket && { bucket: older.bucket, index: older.skip }
  if (newer.skip <= older.skip)
    return {
      place: { newestFirst: true, ...(newer.bucket && { to: `${newer.bucket.prefix}~` }), skip: newer.skip },
      position,
    }
  return {
    place: { newestFirst: false, ...(older.bucket && { from: older.bucket.prefix }), skip: older.skip },
    position,
  }
}
