import { ENDED, READY, type Verdict } from '../../connectors/order-states/order-states.ts'
import type { Id } from '../../platform/id.ts'
import type { Shown } from '../order-parts/read-fulfilments.ts'
import type { StoredOrder } from '../orders/order.ts'
import { type FlawedRow, parseOrderRow, type RowFields } from '../orders/order-row.ts'

/** An order as it was received. */
export interface Incoming {
  fields: RowFields
  /** These fulfilments are told by the version. */
  shown: Shown
  /** The row as received, with all its members. */
  row: object
  /** The platform's own record, if the row was built from one. */
  raw?: unknown
  /** Time at which the platform last changed it; null if unknown, which counts as older than any time. */
  modifiedAt: string | null
  /** The meaning of its state in the shop. */
  verdict: Verdict
  inboundMessageId?: Id | undefined
  /** The members that only people write; a new order has none without them. */
  ofPeople?: Pick<StoredOrder, 'note' | 'tags'>
  /** The shop's channels in which it was placed. */
  placedIn?: readonly string[]
  /** True if it is what the shop has now, so that it replaces a version that has a later date. */
  isPresent?: true
}

/** A version as somebody received it; without a verdict, its order is to be shipped, or else `isCancelled`. */
export type Received = Partial<Pick<Incoming, 'raw' | 'verdict' | 'inboundMessageId' | 'placedIn'>> & {
  modifiedAt?: string | null
  isCancelled?: boolean
}

/** Reads a row as an incoming order; returns its mistakes if it is invalid. `entry` is where a request has the row. */
export const readIncoming = (
  row: unknown,
  { modifiedAt, isCancelled = false, verdict = isCancelled ? ENDED : READY, ...received }: Received = {},
  entry?: string,
): Incoming | FlawedRow => {
  const read = parseOrderRow(row, entry)
  if ('error' in read) return read
  const at = modifiedAt ? Date.parse(modifiedAt) : Number.NaN
  return {
    ...received,
    fields: read.fields,
    shown: read.shown,
    row: row as object,
    modifiedAt: Number.isNaN(at) ? null : new Date(at).toISOString(),
    verdict,
  }
}
