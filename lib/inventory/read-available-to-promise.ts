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

/** The stock of a variant, as one reading of all its stock items shows it. */
export interface AvailableToPromise {
  available: number
  reserved: number
  /** Pieces that orders of the channels have taken ever, less those that they gave back. */
  taken: number
}

interface StockOfChannels extends StockPolicy {
  channelIds: readonly Id[]
}

/** Reads the quantity of each variant that may be promised, leaving out variants without a stock item. */
export const readAvailableToPromise = async (
  db: Table,
  tenant: Id,
  variantIds: readonly Id[],
  { channelIds, ...policy }: StockOfChannels,
): Promise<ReadonlyMap<Id, AvailableToPromise>> => {
  const all = variantIds.map(async (variantId) => {
    const { items } = await scanOldestFirst(db, stockItems, tenant, {
      by: { variantId },
      limit: MAX_STOCK_ITEMS_PER_VARIANT,
    })
    if (!items.length) return []
    const sum = (count: (item: StoredStockItem) => number) => items.reduce((total, item) => total + count(item), 0)
    const read: AvailableToPromise = {
      available: sumAvailable(items, policy),
      reserved: sum(({ reserved }) => reserved),
      taken: sum(({ taken }) => channelIds.reduce((total, id) => total + (taken[id] ?? 0), 0)),
    }
    return [[variantId, read]] as const
  })
  return new Map((await Promise.all(all)).flat())
}
