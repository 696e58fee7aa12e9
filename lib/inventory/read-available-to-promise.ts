import type { Id } from '../platform/id.ts'
import { scanOldestFirst } from '../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../platform/store/table/table.ts'
import { countFree, type StoredStockItem, stockItems } from './stock-store.ts'

/** Stock items of one variant that are read, one for each custodian. */
const MAX_STOCK_ITEMS_PER_VARIANT = 1000

type Stock = Pick<StoredStockItem, 'onHand' | 'reserved' | 'blocked' | 'isDiscontinued'>

interface StockPolicy {
  /** Pieces withheld from each stock item, as far as it has any. */
  safetyStock: number
}

/** Counts the pieces of an item that may be published. A discontinued item has none, but may lack some. */
const countPublished = (item: Stock, { safetyStock }: StockPolicy): number => {
  const free = countFree(item)
  if (free <= 0) return free
  return item.isDiscontinued ? 0 : Math.max(0, free - safetyStock)
}

/** Sums the pieces that may be promised; negative if more are reserved than on hand. */
export const sumAvailable = (stock: readonly Stock[], policy: StockPolicy): number =>
  stock.reduce((sum, item) => sum + countPublished(item, policy), 0)

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
