import type { Id } from '../id.ts'
import { Problem } from '../problem.ts'
import { countName, countsPartition, type Entity, listName, listPartition, type Stored } from './entity.ts'
import { findAll } from './list.ts'
import { orderOf } from './order.ts'
import { countOf, SKIPPED_BY_READING, startOf, type Totals, together, totalsUpTo } from './stretches.ts'
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
  throw new Problem('UNAVAILABLE', 'Too many changes at once; try again in a moment.', {
    headers: { 'Retry-After': '1' },
  })
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

/** Where to begin: at a date or moment, or at the beginning of the account, and what stands before it. */
interface Beginning {
  from: string | undefined
  before: Totals
}

/** Items of an account, oldest first, after those that are skipped, of which there are more, and what stands before. */
export const partOf = async <T extends Stored>(
  account: Account<T>,
  { from, before }: Beginning,
  skip: number,
  most: number,
): Promise<Part<T>> => {
  const { db, kind, tenant } = account
  const { rows: pk, counted } = placesOf(account)
  const isNear = skip <= SKIPPED_BY_READING
  const start = isNear
    ? { left: skip, passed: before, bound: from === undefined ? {} : { from } }
    : await startOf(counted, before.size + skip, false)
  const rows = await db.query({ pk, ...start.bound, limit: start.left + most })
  const [skipped, shown] = [rows.slice(0, start.left), rows.slice(start.left)]
  const ids = shown.map(({ sk }) => sk.slice(-26))
  return {
    items: await findAll(db, kind, tenant, ids),
    before: together([start.passed, ...skipped.map(asTotals)]),
  }
}
