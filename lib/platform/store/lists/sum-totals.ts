import { sumName } from '../entities/entity.ts'
import type { Item, Table } from '../table/table.ts'
import { MAX_SKIPPED_ROWS } from './find-place.ts'

/** Sums by name, as bigints because they can exceed the safe integers. */
export type Sums = Record<string, bigint>

const sum = (nodes: readonly Item[], name: string) =>
  nodes.reduce((total, node) => total + ((node[name] as number | undefined) ?? 0), 0)

/** Number of items, and their sums by name. */
export interface Totals {
  size: number
  sums: Sums
}

const add = (total: Totals, { size, sums }: Totals): Totals => {
  total.size += size
  for (const [name, value] of Object.entries(sums)) total.sums[name] = (total.sums[name] ?? 0n) + value
  return total
}

export const sumTotals = (all: readonly Totals[]): Totals => all.reduce(add, { size: 0, sums: {} })

/** The sort keys of a list that share a prefix, with their totals. Level 0 is the whole list. */
interface Bucket extends Totals {
  level: number
  prefix: string
}

const SUM = sumName('')

const readSums = (node: Item): Sums =>
  Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => name.startsWith(SUM))
      .map(([name, value]) => [name.slice(SUM.length), BigInt(value as number)]),
  )

/** Returns the buckets of nodes in their order, with the shards of each added up. */
const toBuckets = (nodes: readonly Item[], name: string): Bucket[] => {
  const found = new Map<string, Bucket>()
  for (const node of nodes) {
    const [level = '', prefix = ''] = node.sk.slice(0, -2).split(/#(.*)/s)
    const bucket = found.get(prefix) ?? { level: Number(level), prefix, size: 0, sums: {} }
    const size = (node[name] as number | undefined) ?? 0
    add(bucket, { size, sums: readSums(node) })
    found.set(prefix, bucket)
  }
  return [...found.values()]
}

export interface SummedCounts {
  db: Table
  /** Partition of the counts. */
  pk: string
  /** Attribute with the count. */
  name: string
  levels: number
}

/**
 * Returns the range of sort keys to read from, the number of rows that remain to be skipped there, and the totals of those
 * skipped before. Walks down the buckets with one query per level, so the cost does not depend on the length of the list.
 */
export const findStart = async ({ db, pk, name, levels }: SummedCounts, skip: number) => {
  let [current, remaining]: [Bucket, number] = [{ level: 0, prefix: '', size: 0, sums: {} }, skip]
  const skipped = sumTotals([])
  while (remaining > MAX_SKIPPED_ROWS && current.level < levels - 1) {
    const prefix = `${current.level + 1}#${current.prefix}`
    const buckets = toBuckets(await db.query({ pk, prefix }), name)
    for (const bucket of buckets) {
      current = bucket
      if (bucket.size > remaining) break
      remaining -= bucket.size
      add(skipped, bucket)
    }
  }
  return { remaining, skipped, range: current.prefix ? { from: current.prefix } : {} }
}

/** Adds up everything up to a sort key, inclusive. Reads whole buckets of every level and no items. */
export const readTotalsUpTo = async (
  { db, pk, name }: Pick<SummedCounts, 'db' | 'pk' | 'name'>,
  sortKey: string,
  digits: readonly number[],
): Promise<Totals> => {
  const nodes = digits.slice(1).map((length, i) => {
    const level = `${i + 1}#`
    const isLast = i === digits.length - 2
    const last = sortKey.slice(0, length)
    return db.query({ pk, from: `${level}${sortKey.slice(0, digits[i])}`, to: `${level}${last}${isLast ? '~' : ''}` })
  })
  return sumTotals((await Promise.all(nodes)).flatMap((found) => toBuckets(found, name)))
}

/** Returns the number of items with one read. */
export const readCount = async ({ db, pk, name }: Omit<SummedCounts, 'levels'>): Promise<number> =>
  sum(await db.query({ pk, prefix: '0#', only: [name] }), name)
