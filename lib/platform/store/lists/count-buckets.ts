import { sumName } from '../entities/entity.ts'
import type { Item, Table } from '../table/table.ts'

/** Both days are inclusive; an absent one leaves that side open. */
export interface DateRange {
  field: string
  from?: string | undefined
  to?: string | undefined
}

/** Sums by name; they may be larger than a number holds exactly. */
export type Sums = Record<string, bigint>

const sum = (nodes: readonly Item[], name: string) =>
  nodes.reduce((total, node) => total + ((node[name] as number | undefined) ?? 0), 0)

/** Rows read to skip to a page before it pays to look at the counts one level down. */
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

/** A stretch of a list's order: the beginning that its places share, how many there are, and how deep it stands. */
interface Bucket extends Totals {
  level: number
  beginning: string
}

const SUM = sumName('')

const readSums = (node: Item): Sums =>
  Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => name.startsWith(SUM))
      .map(([name, value]) => [name.slice(SUM.length), BigInt(value as number)]),
  )

/** The counts of nodes, shards added up, in the order of the nodes. */
const toBuckets = (nodes: readonly Item[], name: string, summed = false): Bucket[] => {
  const found = new Map<string, Bucket>()
  for (const node of nodes) {
    const [level = '', beginning = ''] = node.sk.slice(0, -2).split(/#(.*)/s)
    const stretch = found.get(beginning) ?? { level: Number(level), beginning, size: 0, sums: {} }
    const size = (node[name] as number | undefined) ?? 0
    add(stretch, { size, sums: summed ? readSums(node) : {} })
    found.set(beginning, stretch)
  }
  return [...found.values()]
}

export interface Counted {
  db: Table
  /** The partition of the counts, and what of them is asked for. */
  pk: string
  name: string
  levels: number
  /** Reads the sums as well, at the cost of their transport. */
  summed?: boolean
}

/**
 * The place in the rows, newest or oldest first, from where fewer than `SKIPPED_BY_READING` rows remain to be skipped:
 * walks down the counts, one query a level, so that its cost is the same in a long list as in a short one.
 */
export const findStart = async (
  { db, pk, name, levels, summed }: Counted,
  skip: number,
  newestFirst: boolean,
  top?: readonly Bucket[],
) => {
  let [inside, left]: [Bucket, number] = [{ level: 0, beginning: '', size: 0, sums: {} }, skip]
  const passed = sumTotals([])
  let below = top && (newestFirst ? top.toReversed() : top)
  while (left > SKIPPED_BY_READING && (below || inside.level < levels - 1)) {
    const prefix = `${inside.level + 1}#${inside.beginning}`
    below ??= toBuckets(await db.query({ pk, prefix, newestFirst, ...(!summed && { only: [name] }) }), name, summed)
    for (const stretch of below) {
      inside = stretch
      if (stretch.size > left) break
      left -= stretch.size
      add(passed, stretch)
    }
    below = undefined
  }
  if (!inside.beginning) return { left, passed, bound: {} }
  return { left, passed, bound: newestFirst ? { to: `${inside.beginning}~` } : { from: inside.beginning } }
}

/** Reads the buckets of a range of dates: its whole months, and the days of its partial months. */
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
  place: string,
  digits: readonly number[],
): Promise<Totals> => {
  const nodes = digits.slice(1).map((length, i) => {
    const level = `${i + 1}#`
    const isLast = i === digits.length - 2
    const last = place.slice(0, length)
    return db.query({ pk, from: `${level}${place.slice(0, digits[i])}`, to: `${level}${last}${isLast ? '~' : ''}` })
  })
  return sumTotals((await Promise.all(nodes)).flatMap((found) => toBuckets(found, name, true)))
}

/** Returns the number of items in one read. */
export const readCount = async ({ db, pk, name }: Omit<Counted, 'levels'>): Promise<number> =>
  sum(await db.query({ pk, prefix: '0#', only: [name] }), name)
