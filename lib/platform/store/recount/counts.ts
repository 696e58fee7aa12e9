import type { Derived } from '../entities/derive.ts'
import { buildCountKey, CHANGES, removeShard } from '../entities/entity.ts'
import { readPages } from '../table/read-pages.ts'
import type { Item, Key, Table } from '../table/table.ts'

/** Counts and sums by name. Sums can exceed the safe integers. */
type Numbers = Readonly<Record<string, number | bigint>>
type Buckets = Map<string, Numbers>

/** Numbers by partition and bucket, whatever the shards. */
export type Counts = Map<string, Buckets>

/** The levels at which the list of each partition is counted. */
export type CountedLevels = Map<string, Set<number>>

export interface Drift {
  /** Key of the shard in which the count is corrected. */
  key: Key
  name: string
  /** Number to add to correct the count. */
  by: bigint
}

const NONE: Numbers = {}

const addNumbers = (numbers: Numbers, adds: Numbers): Numbers => {
  const sum = { ...numbers }
  for (const [name, by] of Object.entries(adds)) sum[name] = BigInt(sum[name] ?? 0) + BigInt(by)
  return sum
}

const add = (buckets: Buckets, bucket: string, adds: Numbers): void => {
  const known = buckets.get(bucket)
  // Most buckets count one item and share its numbers, because there can be a million of them.
  buckets.set(bucket, known ? addNumbers(known, adds) : adds)
}

export const tally = (counts: Counts, derived: Derived['counts']): void => {
  for (const { bucket, adds } of derived) {
    const buckets: Buckets = counts.get(bucket.pk) ?? new Map()
    counts.set(bucket.pk, buckets)
    add(buckets, bucket.sk, adds)
  }
}

export const noteLevels = (levels: CountedLevels, derived: Derived['counts']): void => {
  for (const { bucket, level } of derived) levels.set(bucket.pk, (levels.get(bucket.pk) ?? new Set()).add(level))
}

const readNumbers = ({ pk: _pk, sk: _sk, [CHANGES]: _v, ...numbers }: Item): Numbers =>
  numbers as Record<string, number | bigint>

/** A single shard says nothing: each transaction chooses its own, so only the sums over shards can be compared. */
const sumShards = (nodes: readonly Item[], buckets: Buckets = new Map()): Buckets => {
  for (const node of nodes) add(buckets, removeShard(node.sk), readNumbers(node))
  return buckets
}

const listDrifts = (pk: string, bucket: string, stored: Numbers, expected: Numbers): Drift[] =>
  [...new Set([...Object.keys(stored), ...Object.keys(expected)])]
    .map((name) => ({
      key: buildCountKey({ pk, sk: bucket }, 0),
      name,
      by: BigInt(expected[name] ?? 0) - BigInt(stored[name] ?? 0),
    }))
    .filter(({ by }) => by !== 0n)

const listDriftsOfPartition = (pk: string, stored: Buckets, expected: Buckets): Drift[] =>
  [...new Set([...stored.keys(), ...expected.keys()])].flatMap((bucket) =>
    listDrifts(pk, bucket, stored.get(bucket) ?? NONE, expected.get(bucket) ?? NONE),
  )

/** Finds counts of a whole list that differ from the expected ones. */
export const findDriftOfAll = async (
  db: Table,
  pk: string,
  levels: ReadonlySet<number>,
  expected: Counts,
): Promise<Drift[]> => {
  const stored: Buckets = new Map()
  for (const level of levels)
    for await (const page of readPages(db, { pk, from: `${level}#`, to: `${level}#~` })) sumShards(page, stored)
  return listDriftsOfPartition(pk, stored, expected.get(pk) ?? new Map())
}

/** Finds counts whose sort keys begin with a prefix of ids and that differ from the expected ones. */
export const countDrift = async (
  db: Table,
  prefix: string,
  partitions: CountedLevels,
  expected: Counts,
): Promise<Drift[]> => {
  const found: Drift[] = []
  for (const [pk, levels] of partitions)
    for (const level of levels) {
      const stored = sumShards(await db.query({ pk, prefix: `${level}#${prefix}` }))
      const wanted = [...(expected.get(pk) ?? [])].filter(([bucket]) => bucket.startsWith(`${level}#`))
      found.push(...listDriftsOfPartition(pk, stored, new Map(wanted)))
    }
  return found
}
