import type { Id } from '../../platform/id.ts'
import type { Pieces } from '../pieces/pick-pieces.ts'

/** Pieces of a variant that somebody wants. */
export interface Wanted {
  variantId: Id
  /** A positive integer. */
  quantity: number
}

/**
 * Pieces of a stock item that are reserved. Whoever reserved them keeps this and gives it back, whole or with a smaller
 * quantity, to release them, hand them over or take them back. `lots` and `serials` are kept as they are: of those named, the
 * ones that are still reserved are used, in their order.
 */
export interface Allocation extends Pieces {
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

/** The ways of returned pieces: they can be promised again, are set aside, or are lost. */
export type Disposition = 'restock' | 'quarantine' | 'write_off'
