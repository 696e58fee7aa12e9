import type { LevelToPush } from './level-to-push.ts'

/** The stock of a variant as its shop tells it. */
export interface FoundStock {
  /** Pieces that it can still sell; null if it does not count them. */
  free: number | null
  /** Pieces that it has promised to orders, if it counts those. */
  promised?: number
}

/** The quantity that a shop shall offer. */
export interface Offer {
  /** Pieces that the shop can sell from now on; at least 0 unless back-orders are allowed. */
  offered: number
  /** Pieces that the shop has sold in orders that are not known here; they are not offered again. */
  withheld: number
}

const countWithheld = ({ before, known = 0 }: LevelToPush, { free, promised }: FoundStock): number => {
  if (before) return free === null ? 0 : Math.max(0, before.expected - free)
  return promised === undefined ? 0 : Math.max(0, promised - known)
}

/** Decides what a shop shall offer: what is free here, less what it has sold that nobody knows of here. */
export const decideOffer = (level: LevelToPush, found: FoundStock): Offer => {
  const withheld = countWithheld(level, found)
  const left = Math.floor(level.quantity) - withheld
  return { offered: level.backorders === 'deny' ? Math.max(0, left) : left, withheld }
}

/** Why a quantity is not written to a shop that was told to count the variant and does not do so any more. */
export const UNCOUNTED = 'The shop does not count the stock of this variant any more, so it keeps what the shop says.'

/** Tells whether the shop chose by itself not to count a variant whose quantity was published to it. */
export const isUncounted = ({ before, isWithdrawn }: LevelToPush, counts: boolean): boolean =>
  !counts && before !== undefined && !isWithdrawn

/** Tells whether what the shop's staff chose about backorders stays. */
export const keepsBackorders = ({ before, keepsChoice, isWithdrawn }: LevelToPush): boolean =>
  !isWithdrawn && (keepsChoice === true || before?.isSameChoice === true)
