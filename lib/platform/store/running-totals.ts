import type { Id } from '../id.ts'
import { unavailable } from '../problem.ts'
import { countName, countsPartition, type Entity, listName, listPartition, type Stored } from './entity.ts'
import { findAll } from './list.ts'
import { orderOf } from './list-order.ts'
import { countOf, SKIPPED_BY_READING, startOf, type Totals, together, totalsUpTo } from './count-buckets.ts'
import type { Item, Table } from './table.ts'

/** One account of a kind: its items by a date or moment, added up as they go on. */
export interface Account<T> {
  db: Table
  kind: Entity<T>
  tenant: Id
  by: Record<string, unknown>
  /** What its items are ordered by. */
  field: keyof T & string
}

const placesOf = <T>({ db, kind, tenant, by, field }: Account<T>) => {
  const fields = Object.keys(by).join()
  const found = kind.lists.find((each) => (each.by ?? []).join() === fields && orderOf(each).field === field)
  if (!found?.sums) throw new Error(`${kind.name} has no sums by ${fields} in the order of ${field}`)
  const [name, { digits, dates }] = [listName(kind.name, field), orderOf(found)]
  const counted = { db, name: countName({}), levels: digits.length, summed: true }
  return {
    rows: listPartition(tenant, name, by),
    counted: { ...counted, pk: countsPartition(tenant, name, by) },
    digits,
    dates,
  }
}

/** What there is up to a date or moment, that one included; the same few reads however much it is. */
export const totalsOf = <T>(account: Account<T>, to: string): Promise<Totals> => {
  const { counted, digits, dates } = placesOf(account)
  return totalsUpTo(counted, to, digits.slice(0, dates))
}

const TRIES = 8

/** Reads again where something was added to the account meanwhile, so that what was read is of one moment. */
export const undisturbed = async <T, R>(account: Account<T>, read: () => Promise<R>): Promise<R> => {
  const { counted } = placesOf(account)
  let before = await countOf(counted)
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const found = await read()
    const after = await countOf(counted)
    if (after === before) return found
    before = after
  }
  throw unavailable('Too many changes at once; try again in a moment.')
}

const asTotals = ({ sums }: Item): Totals => ({
  size: 1,
  sums: Object.fromEntries(
    Object.entries(sums as Record<string, number>).map(([name, value]) => [name, BigInt(value)]),
  ),
})

interface Part<T> {
  items: T[]
  /** All that stands before the first of the items, from the beginning of the account. */
  before: Totals
}

/** A stretch of an account between two dates or moments, both included, and what stands before it and up to its end. */
interface Span {
  from: string | undefined
  to: string
  opening: Totals
  closing: Totals
}

const without = ({ size, sums }: Totals): Totals => ({
  size: -size,
  sums: Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, -value])),
})

/** Rows of a span after those that are skipped, from whichever place is nearest, and what stands before them. */
const rowsOf = async <T>(account: Account<T>, { from, to, opening, closing }: Span, skip: number, wanted: number) => {
  const { db } = account
  const { rows: pk, counted } = placesOf(account)
  const rest = closing.size - opening.size - skip - wanted
  if (skip > SKIPPED_BY_READING && rest <= SKIPPED_BY_READING) {
    const rows = await db.query({ pk, to: `${to}~`, newestFirst: true, limit: rest + wanted })
    const shown = rows.slice(rest).reverse()
    return { shown, before: together([closing, ...rows.map(asTotals).map(without)]) }
  }
  const start =
    skip <= SKIPPED_BY_READING
      ? { left: skip, passed: opening, bound: from === undefined ? {} : { from } }
      : await startOf(counted, opening.size + skip, false)
  const rows = await db.query({ pk, ...start.bound, limit: start.left + wanted })
  const skipped = rows.slice(0, start.left).map(asTotals)
  return { shown: rows.slice(start.left), before: together([start.passed, ...skipped]) }
}

/** Items of a span, oldest first, after those that are skipped; there are at least as many as are wanted. */
export const partOf = async <T extends Stored>(
  account: Account<T>,
  span: Span,
  skip: number,
  wanted: number,
): Promise<Part<T>> => {
  const { db, kind, tenant } = account
  const { shown, before } = await rowsOf(account, span, skip, wanted)
  const ids = shown.map(({ sk }) => sk.slice(-26))
  return { items: await findAll(db, kind, tenant, ids), before }
}
