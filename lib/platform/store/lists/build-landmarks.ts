import { SECOND_BUCKETS } from '../entities/list-order.ts'
import type { Item, Table } from '../table/table.ts'
import type { DescribedList } from './describe-list.ts'
import { type Bucket, readBuckets, sumShards, sumSizes } from './read-buckets.ts'
import { readSortKeys } from './read-sort-keys.ts'

/** A sort key of a bucket, or the beginning of one, and the number of rows of the bucket that come before it. */
export interface Landmark {
  key: string
  index: number
}

/** Rows between two landmarks. The price of a far page grows with it, that of the landmarks falls. */
const ROWS_BETWEEN = 25

const chooseKeys = (keys: readonly string[]): Landmark[] =>
  keys.map((key, index) => ({ key, index })).filter(({ index }) => index % ROWS_BETWEEN === 0)

const chooseSeconds = (seconds: readonly Bucket[]): Landmark[] => {
  const landmarks: Landmark[] = []
  let index = 0
  for (const { prefix, size } of seconds) {
    const last = landmarks.at(-1)
    if (!last || index - last.index >= ROWS_BETWEEN) landmarks.push({ key: prefix, index })
    index += size
  }
  return landmarks
}

/**
 * Returns slim rows in place of whole items: those of each value of the facet that has the fewest values, if every item of
 * the bucket has one. The names of the counts tell the values.
 */
const findSlimPartitions = (list: DescribedList, nodes: readonly Item[], size: number): readonly string[] => {
  const names = [...new Set(nodes.flatMap((node) => Object.keys(node)))].filter((name) => /^[^=&]+=[^&]*$/.test(name))
  const byFacet = [...Map.groupBy(names, (name) => name.split('=', 1)[0] as string)]
  const count = (name: string) => nodes.reduce((sum, node) => sum + Number(node[name] ?? 0), 0)
  const complete = byFacet
    .map(([facet, all]) => ({ facet, names: all.filter(count) }))
    .filter((each) => each.names.reduce((sum, name) => sum + count(name), 0) === size)
  const [best] = complete.sort((a, b) => a.names.length - b.names.length)
  return best?.names.map((name) => list.narrow(best.facet, decodeURIComponent(name.split('=', 2)[1] as string))) ?? []
}

const readNodes = (db: Table, { counts: pk, level: { level } }: DescribedList, { prefix }: Bucket) =>
  db.query({ pk, from: `${level}#${prefix}#`, to: `${level}#${prefix}#~` })

/** Reads the bucket again. */
const rereadBucket = async (db: Table, list: DescribedList, bucket: Bucket): Promise<Bucket | undefined> =>
  sumShards(await readNodes(db, list, bucket), list.name)[0]

/** Returns true if the bucket is as it was, whatever filter is asked for. */
export const isUnchanged = (now: Pick<Bucket, 'changes' | 'size'> | undefined, { changes, size }: Bucket): boolean =>
  now?.changes === changes && now.size === size

export interface Built {
  landmarks: readonly Landmark[]
  /** Number of rows that were found. */
  rows: number
}

/** Returns undefined if the seconds do not count all rows, as in a list that has no depth for long. */
const buildFromSeconds = async (db: Table, list: DescribedList, bucket: Bucket): Promise<Built | undefined> => {
  const counted = { db, pk: list.counts, name: list.name }
  const seconds = await readBuckets(counted, SECOND_BUCKETS, { from: bucket.prefix, to: bucket.prefix })
  const rows = sumSizes(seconds)
  if (rows !== bucket.size && isUnchanged(await rereadBucket(db, list, bucket), bucket)) return undefined
  return { landmarks: chooseSeconds(seconds), rows }
}

/** Builds the landmarks of a bucket from what is read fastest. */
export const buildLandmarks = async (db: Table, list: DescribedList, bucket: Bucket): Promise<Built> => {
  const fromSeconds = list.hasDepth ? await buildFromSeconds(db, list, bucket) : undefined
  if (fromSeconds) return fromSeconds
  const slim = list.hasItems ? findSlimPartitions(list, await readNodes(db, list, bucket), bucket.size) : []
  const keys = await readSortKeys(db, slim.length ? slim : list.partitions, bucket.prefix, bucket.size)
  return { landmarks: chooseKeys(keys), rows: keys.length }
}
