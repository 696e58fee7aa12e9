import type { Id } from '../../platform/id.ts'

/** An open order that its shop no longer has, and about which a person decides. */
export interface WaitingOrder {
  orderId: Id
  missingSince: string
}

/** The orders of a channel that its shop no longer has. */
export interface MissingOrders {
  rev: number
  waiting: readonly WaitingOrder[]
  /** When orders of the last day were cancelled because their shop had deleted them. */
  cancelledAt: readonly string[]
}

export const NONE_MISSING: MissingOrders = { rev: 0, waiting: [], cancelledAt: [] }

const DAY_MS = 24 * 3600_000
/** A channel that is connected to another shop, or whose shop was reset, may have few open orders. */
const MIN_ALL_MISSING = 3

export const listLastDay = (times: readonly string[], now: Date): string[] =>
  times.filter((at) => now.getTime() - Date.parse(at) < DAY_MS)

interface Found {
  /** Orders that are missing now. */
  missing: number
  /** True if others were asked for as well and none was found. */
  isNoneLeft: boolean
  /** Orders of a day that are cancelled without asking anybody. */
  most: number
}

/** Tells whether so many orders are missing that a person has to say whether they were deleted. */
export const mustAskSomebody = (
  { waiting, cancelledAt }: MissingOrders,
  { missing, isNoneLeft, most }: Found,
  now: Date,
): boolean =>
  waiting.length > 0 ||
  listLastDay(cancelledAt, now).length + missing > most ||
  (isNoneLeft && missing >= MIN_ALL_MISSING)
