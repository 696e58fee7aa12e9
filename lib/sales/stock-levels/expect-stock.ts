import type { LevelToPush } from '../../connectors/stock/level-to-push.ts'
import type { AvailableToPromise } from '../../inventory/read-available-to-promise.ts'
import type { Level } from './level-store.ts'
import type { ShopSales } from './read-shop-sales.ts'

interface Sold {
  sku: string
  stock: Pick<AvailableToPromise, 'taken' | 'reserved'>
  /** True if an order waits for stock of the variant. */
  isAwaited: boolean
}

/**
 * Computes what a shop would offer of a variant now if it had sold only what is known here. What it was told last, with what
 * it had sold already, falls by each order that has taken its pieces here since. What it offers less was sold unseen.
 */
const expectOffer = async (before: Level, { sku, stock, isAwaited }: Sold, sales: ShopSales): Promise<number> => {
  const counted = sales.countSince(sku, before.readAt)
  // Too many orders were imported since to count them, so whatever the shop offers is what it should.
  if (counted === undefined) return Number.NEGATIVE_INFINITY
  const taken = stock.taken - before.taken + counted
  const isSettled = before.withheld > 0 && !isAwaited && (await sales.isKnownUntil(before.readAt))
  // What was withheld is known by now or was never sold, such as a quantity that somebody lowered in the shop.
  if (isSettled) return before.offered - Math.max(0, taken - before.withheld)
  return before.offered + before.withheld - taken
}

/** Returns what the connector needs to tell sales that nobody knows of here from those that are known. */
export const expectStock = async (
  before: Level | undefined,
  backorders: Level['backorders'],
  sold: Sold,
  sales: ShopSales,
): Promise<Pick<LevelToPush, 'before' | 'known'>> => {
  const { sku, stock } = sold
  if (!before) return { known: Math.max(0, Math.min(stock.taken, stock.reserved)) + sales.countOpen(sku) }
  const expected = await expectOffer(before, sold, sales)
  return { before: { expected, isSameChoice: before.backorders === backorders } }
}
