import type { Id } from '../platform/id.ts'
import { scanOldestFirst } from '../platform/store/lists/scan-list.ts'
import type { Table } from '../platform/store/table/table.ts'
import { stockItems } from './stock-store.ts'

/** Custodians that have one variant. */
const MAX_STOCK_ITEMS_PER_VARIANT = 1000

interface Stock {
  onHand: number
  reserved: number
}

interface Counting {
  /** Held back of each stock item, as far as there is anything. */
  safetyStock: number
}

/** Pieces that may be promised; below 0 where more are reserved than there are. */
export const sumAvailable = (stock: readonly Stock[], { safetyStock }: Counting): number =>
  stock
    .map(({ onHand, reserved }) => onHand - reserved)
    .reduce((sum, free) => sum + (free > 0 ? Math.max(0, free - safetyStock) : free), 0)

/** Reads the quantity that may be promised of each of these variants; those without a stock item are left out. */
export const readAvailableToPromise = async (
  db: Table,
  tenant: Id,
  variantIds: readonly Id[],
  counting: Counting,
): Promise<ReadonlyMap<Id, number>> => {
  const all = variantIds.map(async (variantId) => {
    const { items } = await scanOldestFirst(db, stockItems, tenant, {
      by: { variantId },
      limit: MAX_STOCK_ITEMS_PER_VARIANT,
    })
    return items.length ? ([[variantId, sumAvailable(items, counting)]] as const) : []
  })
  return new Map((await Promise.all(all)).flat())
}
