import type { Id } from '../platform/id.ts'
import { scanOldestFirst } from '../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../platform/store/table/table.ts'
import { stockItems } from './stock-store.ts'

/** Stock items of one variant that are read, one for each custodian. */
const MAX_STOCK_ITEMS_PER_VARIANT = 1000

interface Stock {
  onHand: number
  reserved: number
}

interface StockPolicy {
  /** Pieces withheld from each stock item, as far as it has any. */
  safetyStock: number
}

/** Sums the pieces that may be promised; negative if more are reserved than on hand. */
export const sumAvailable = (stock: readonly Stock[], { safetyStock }: StockPolicy): number =>
  stock
    .map(({ onHand, reserved }) => onHand - reserved)
    .reduce((sum, free) => sum + (free > 0 ? Math.max(0, free - safetyStock) : free), 0)

/** Reads the quantity of each variant that may be promised, leaving out variants without a stock item. */
export const readAvailableToPromise = async (
  db: Table,
  tenant: Id,
  variantIds: readonly Id[],
  policy: StockPolicy,
): Promise<ReadonlyMap<Id, number>> => {
  const all = variantIds.map(async (variantId) => {
    const { items } = await scanOldestFirst(db, stockItems, tenant, {
      by: { variantId },
      limit: MAX_STOCK_ITEMS_PER_VARIANT,
    })
    return items.length ? ([[variantId, sumAvailable(items, policy)]] as const) : []
  })
  return new Map((await Promise.all(all)).flat())
}
