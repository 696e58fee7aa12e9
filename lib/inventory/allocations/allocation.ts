import type { Id } from '../../platform/id.ts'

/** Pieces of a variant that somebody wants. */
export interface Wanted {
  variantId: Id
  /** A positive integer. */
  quantity: number
}

/** Pieces of a stock item that are reserved. Whoever reserved them keeps this and gives it back to release or hand them over. */
export interface Allocation {
  stockItemId: Id
  variantId: Id
  quantity: number
}

export interface Shortage {
  variantId: Id
  wanted: number
  /** Pieces that could have been reserved, at least 0. */
  available: number
}

/** Stock of a variant at one custodian. */
export interface StockAtCustodian {
  stockItemId: Id
  variantId: Id
  custodianId: Id
  /** Pieces that can be reserved, at least 0. */
  available: number
}
