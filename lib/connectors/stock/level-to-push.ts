/** The stock of a variant that a shop has to offer. */
export interface LevelToPush {
  /** The platform's ids of the variant and its product. */
  externalProductId: string
  externalVariantId: string
  /** Our variant's id. */
  id: string
  /** Pieces that may be sold; at least 0 unless backorders are allowed. */
  quantity: number
  /** `allow` lets the shop sell more than the quantity. */
  backorders: 'deny' | 'allow'
  /** True if nobody here chose `backorders`, so that what the shop's staff chose of a variant stays. */
  keepsChoice?: boolean
  /** True if the shop shall not sell the variant any more, whatever its staff chose. */
  isWithdrawn?: boolean
  /** What the shop was told last; absent if it was told nothing. */
  before?: {
    /** Pieces that the shop would offer now if it had sold only what is known here. */
    expected: number
    /** True if `backorders` is what it was, and as chosen, so that the choice of the shop's staff stays. */
    isSameChoice: boolean
  }
  /** Pieces of known orders that the shop may still have promised; tells them from unknown ones the first time. */
  known?: number
}

/** The quantities that a shop offered before a push, and that it offers and does not offer after it. */
export interface ConfirmedLevel {
  /** Null if the shop did not count the variant. */
  found: number | null
  offered: number
  withheld: number
}

/** Outcome of a variant that the shop does not have any more. */
export const MISSING = {
  refused:
    'The shop no longer has this variant. Import the catalog to link the one that took its place, or publish it to create it again.',
  isMissing: true,
} as const
