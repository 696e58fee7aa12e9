import type { Id } from '../../id.ts'
import { unavailable } from '../../problem.ts'
import { countName, countsPartition, type Entity, listName, listPartition, type Stored } from '../entities/entity.ts'
import { getListOrder } from '../entities/list-order.ts'
import type { Item, Table } from '../table/table.ts'
import { MAX_SKIPPED_ROWS } from './find-place.ts'
import { findAll } from './list.ts'
import { findStart, readCount, readTotalsUpTo, sumTotals, type Totals } from './sum-totals.ts'

/** An account of a kind: its items in the order of a date or timestamp, with running totals. */
export interface SummedList<T> {
  db: Table
  kind: Entity<T>
  tenant: Id
  by: Record<string, unknown>
  /** Field by which its items are ordered. */
  field: keyof T & string
}

const describeAccount = <T>({ db, kind, tenant, by, field }: SummedList<T>) => {
  const fields = Object.keys(by).join()
  const found = kind.lists.find((each) => (each.by ?? []).join() === fields && getListOrder(each).field === field)
  if (!found?.sums) throw new Error(`${kind.name} has no sums by ${fields} in the order of ${field}`)
  const [name, { levels, dates }] = [listName(kind.name, field), getListOrder(found)]
  const digits = levels.map((each) => each.digits)
  const counted = { db, name: countName({}), levels: levels.length }
  return {
    rows: listPartition(tenant, name, by),
    counted: { ...counted, pk: countsPartition(tenant, name, by) },
    digits,
    dates,
  }
}

/** Adds up everything up to a date or timestamp, inclusive. The number of reads does not depend on the number of items. */
export const readRunningTotals = <T>(account: SummedList<T>, to: string): Promise<Totals> => {
  const { counted, digits, dates } = describeAccount(account)
  return readTotalsUpTo(counted, to, digits.slice(0, dates))
}

const TRIES = 8

/** Repeats a read while items are added to the account, so that the result is consistent. */
export const readUndisturbed = async <T, R>(account: SummedList<T>, read: () => Promise<R>): Promise<R> => {
  const { counted } = describeAccount(account)
  let before = await readCount(counted)
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const found = await read()
    const after = await readCount(counted)
    if (after === before) return found
    before = after
  }
  throw unavailable('Too many changes at once. Try again in a moment.')
}

const toTotals = ({ sums }: Item): Totals => ({
  size: 1,
  sums: Object.fromEntries(
    Object.entries(sums as Record<string, number>).map(([name, value]) => [name, BigInt(value)]),
  ),
})

interface Part<T> {
  items: T[]
  /** Totals before the first of the items, from the beginning of the account. */
  before: Totals
}

/** A range of an account between two dates or timestamps, inclusive, with the totals before it and up to its end. */
interface Span {
  from: string | undefined
  to: string
  opening: Totals
  closing: Totals
}

const negateTotals = ({ size, sums }: Totals): Totals => ({
  size: -size,
  sums: Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, -value])),
})

/** Returns the wanted rows of a span, read from its nearer end or the nearest bucket, and the totals before them. */
const readRows = async <T>(
  account: SummedList<T>,
  { from, to, opening, closing }: Span,
  skip: number,
  wanted: number,
) => {
  const { db } = account
  const { rows: pk, counted } = describeAccount(account)
  const rest = closing.size - opening.size - skip - wanted
  if (skip > MAX_SKIPPED_ROWS && rest <= MAX_SKIPPED_ROWS) {
    const rows = await db.query({ pk, to: `${to}~`, newestFirst: true, limit: rest + wanted })
    const shown = rows.slice(rest).reverse()
    return { shown, before: sumTotals([closing, ...rows.map(toTotals).map(negateTotals)]) }
  }
  const start =
    skip <= MAX_SKIPPED_ROWS
      ? { remaining: skip, skipped: opening, range: from === undefined ? {} : { from } }
      : await findStart(counted, opening.size + skip)
  const rows = await db.query({ pk, ...start.range, limit: start.remaining + wanted })
  const skipped = rows.slice(0, start.remaining).map(toTotals)
  return { shown: rows.slice(start.remaining), before: sumTotals([start.skipped, ...skipped]) }
}

interface ScanRange {
  from: string | undefined
  to: string
  /** Cursor of the last item that was read before; null at the beginning. */
  after: string | null
  limit: number
}

/** Returns the next items of a range, oldest first, and the cursor after them; null at the end. */
export const scanAccount = async <T extends Stored>(
  account: SummedList<T>,
  { from, to, after, limit }: ScanRange,
): Promise<{ items: T[]; next: string | null }> => {
  const { db, kind, tenant } = account
  const start = after === null ? from : `${after}\u0000`
  const { rows: pk } = describeAccount(account)
  const rows = await db.query({ pk, ...(start !== undefined && { from: start }), to: `${to}~`, limit })
  const cursors = rows.map(({ sk }) => sk)
  const ids = cursors.map((cursor) => cursor.slice(-26))
  const next = cursors.length < limit ? null : (cursors.at(-1) ?? null)
  return { items: await findAll(db, kind, tenant, ids), next }
}

/** Returns the wanted items of a span, oldest first, after those to skip. The span must have that many. */
export const readPart = async <T extends Stored>(
  account: SummedList<T>,
  span: Span,
  skip: number,
  wanted: number,
): Promise<Part<T>> => {
  const { db, kind, tenant } = account
  const { shown, before } = await readRows(account, span, skip, wanted)
  const ids = shown.map(({ sk }) => sk.slice(-26))
  return { items: await findAll(db, kind, tenant, ids), before }
}
