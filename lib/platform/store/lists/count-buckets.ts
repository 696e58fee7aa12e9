import { sumName } from '../entities/entity.ts'
import type { Item, Table } from '../table/table.ts'

/** Both days are inclusive; an absent one leaves that side open. */
export interface DateRange {
  field: string
  from?: string | undefined
  to?: string | undefined
}

/** Sums by name, as bigints because they can exceed the safe integers. */
export type Sums = Record<string, bigint>

const sum = (nodes: readonly Item[], name: string) =>
  nodes.reduce((total, node) => total + ((node[name] as number | undefined) ?? 0), 0)

/** Largest number of rows to skip by reading them. Beyond it, reading the counts of the next level costs less. */
export const SKIPPED_BY_READING = 200

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
const toBuckets = (nodes: readonly Item[], name: string, summed = false): Bucket[] => {
  const found = new Map<string, Bucket>()
  for (const node of nodes) {
    const [level = '', prefix = ''] = node.sk.slice(0, -2).split(/#(.*)/s)
    const bucket = found.get(prefix) ?? { level: Number(level), prefix, size: 0, sums: {} }
    const size = (node[name] as number | undefined) ?? 0
    add(bucket, { size, sums: summed ? readSums(node) : {} })
    found.set(prefix, bucket)
  }
  return [...found.values()]
}

export interface Counted {
  db: Table
  /** Partition of the counts. */
  pk: string
  /** Attribute with the count. */
  name: string
  levels: number
  /** Reads the sums as well, which makes the response larger. */
  summed?: boolean
}

/**
 * Returns the range of sort keys to read from, the number of rows that remain to be skipped there, and the totals of those
 * skipped before. Walks down the buckets with one query per level, so the cost does not depend on the length of the list.
 */
export const findStart = async (
  { db, pk, name, levels, summed }: Counted,
  skip: number,
  newestFirst: boolean,
  top?: readonly Bucket[],
) => {
  let [current, remaining]: [Bucket, number] = [{ level: 0, prefix: '', size: 0, sums: {} }, skip]
  const skipped = sumTotals([])
  let buckets = top && (newestFirst ? top.toReversed() : top)
  while (remaining > SKIPPED_BY_READING && (buckets || current.level < levels - 1)) {
    const prefix = `${current.level + 1}#${current.prefix}`
    buckets ??= toBuckets(await db.query({ pk, prefix, newestFirst, ...(!summed && { only: [name] }) }), name, summed)
    for (const bucket of buckets) {
      current = bucket
      if (bucket.size > remaining) break
      remaining -= bucket.size
      add(skipped, bucket)
    }
    buckets = undefined
  }
  if (!current.prefix) return { remaining, skipped, range: {} }
  return { remaining, skipped, range: newestFirst ? { to: `${current.prefix}~` } : { from: current.prefix } }
}

/** Reads the buckets of a range of dates: one for each whole month and for each day of partial months. */
export const readCountBuckets = async (
  { db, pk, name }: Counted,
  { from = '', to = '~' }: DateRange,
): Promise<Bucket[]> => {
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)]
  const queryLevel = (number: number, low: string, high: string) =>
    db.query({ pk, from: `${number}#${low}`, to: `${number}#${high}`, only: [name] })
  const found = await Promise.all([
    from ? queryLevel(2, from, first === last ? `${to}~` : `${first}~`) : [],
    first < last ? queryLevel(1, from ? `${first}~` : '', last) : [],
    to !== '~' && first < last ? queryLevel(2, last, `${to}~`) : [],
  ])
  return found.flatMap((nodes) => toBuckets(nodes, name))
}

/** Adds up everything up to a sort key, inclusive. Reads whole buckets of every level and no items. */
export const readTotalsUpTo = async (
  { db, pk, name }: Pick<Counted, 'db' | 'pk' | 'name'>,
  sortKey: string,
  digits: readonly number[],
): Promise<Totals> => {
  const nodes = digits.slice(1).map((length, i) => {
    const level = `${i + 1}#`
    const isLast = i === digits.length - 2
    const last = sortKey.slice(0, length)
    return db.query({ pk, from: `${level}${sortKey.slice(0, digits[i])}`, to: `${level}${last}${isLast ? '~' : ''}` })
  })
  return sumTotals((await Promise.all(nodes)).flatMap((found) => toBuckets(found, name, true)))
}

/** Returns the number of items with one read. */
export const readCount = async ({ db, pk, name }: Omit<Counted, 'levels'>): Promise<number> =>
  sum(await db.query({ pk, prefix: '0#', only: [name] }), name)
