import type { LevelToPush } from '../../connectors/stock/level-to-push.ts'
import type { AvailableToPromise } from '../../inventory/read-available-to-promise.ts'
import type { Level } from './level-store.ts'

/** Tells whether every sale of the shop until a time is known here, with all that follows from it. */
type IsKnownUntil = (at: string) => Promise<boolean>

/**
 * Computes what a shop would offer of a variant now if it had sold only what is known here. What it was told last, with what
 * it had sold already, falls by each piece that it is known to have sold since. What it offers less was sold unseen.
 */
const expectOffer = async (before: Level, soldEver: number, isKnownUntil: IsKnownUntil): Promise<number> => {
  const sold = soldEver - before.sold
  // What was withheld is known by now or was never sold, such as a quantity that somebody lowered in the shop.
  if (before.withheld > 0 && (await isKnownUntil(before.readAt)))
    return before.offered - Math.max(0, sold - before.withheld)
  return before.offered + before.withheld - sold
}

/** Counts the pieces of known orders that the shop may still have promised. */
const countKnown = ({ reserved, ofChannels: { sold, unreserved, unplanned } }: Known): number => {
  const waiting = Math.max(0, unreserved) + unplanned
  return waiting + Math.max(0, Math.min(reserved, sold - waiting))
}

type Known = Pick<AvailableToPromise, 'reserved' | 'ofChannels'>

type Choice = Pick<Level, 'backorders' | 'keepsChoice'>

/** Tells whether two levels have the same choice about backorders, made by the same side. */
export const isSameChoice = (one: Choice, other: Choice): boolean =>
  one.backorders === other.backorders && one.keepsChoice === other.keepsChoice

/** Returns what the connector needs to tell sales that nobody knows of here from those that are known. */
export const expectStock = async (
  before: Level | undefined,
  choice: Choice,
  known: Known,
  isKnownUntil: IsKnownUntil,
): Promise<Pick<LevelToPush, 'before' | 'known'>> => {
  if (!before) return { known: countKnown(known) }
  const expected = await expectOffer(before, known.ofChannels.sold, isKnownUntil)
  return { before: { expected, isSameChoice: isSameChoice(before, choice) } }
}
