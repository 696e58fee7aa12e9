import type { Id } from '../platform/id.ts'
import { scanOldestFirst } from '../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { OrderPieces } from './order-pieces/order-pieces.ts'
import { readOrderPieces } from './order-pieces/order-pieces-store.ts'
import { countFree, type StoredStockItem, stockItems } from './stock-store.ts'

/** Stock items of one variant that are read, one for each custodian. */
const MAX_STOCK_ITEMS_PER_VARIANT = 1000

type Stock = Pick<StoredStockItem, 'onHand' | 'reserved' | 'blocked' | 'isDiscontinued'>

interface StockPolicy {
  /** Pieces withheld from each stock item, as far as it has any. */
  safetyStock: number
  /** Pieces that are promised to orders and not reserved. */
  unreserved: number
}

/** Counts the pieces of an item that may be published. A discontinued item has none, but may lack some. */
const countPublished = (item: Stock, safetyStock: number): number => {
  const free = countFree(item)
  if (free <= 0) return free
  return item.isDiscontinued ? 0 : Math.max(0, free - safetyStock)
}

const sumPublished = (stock: readonly Stock[], safetyStock: number): number =>
  stock.reduce((sum, item) => sum + countPublished(item, safetyStock), 0)

/** Sums the pieces that may be promised; negative if more are promised than on hand, whatever is withheld for safety. */
export const sumAvailable = (stock: readonly Stock[], { safetyStock, unreserved }: StockPolicy): number => {
  const left = sumPublished(stock, safetyStock) - unreserved
  return left >= 0 ? left : Math.min(0, sumPublished(stock, 0) - unreserved)
}

/** The stock of a variant, as one reading of all its stock items shows it, with the pieces that orders have of it. */
export interface AvailableToPromise {
  available: number
  reserved: number
  /** Pieces that are promised to orders and not reserved. */
  unreserved: number
  /** Pieces of orders of the channels. */
  ofChannels: OrderPieces
}

interface StockOfChannels {
  safetyStock: number
  channelIds: readonly Id[]
}

interface WantedVariant {
  id: Id
  sku: string
}

/** Reads the quantity of each variant that may be promised, leaving out variants without a stock item. */
export const readAvailableToPromise = async (
  db: Table,
  tenant: Id,
  variants: readonly WantedVariant[],
  { channelIds, safetyStock }: StockOfChannels,
): Promise<ReadonlyMap<Id, AvailableToPromise>> => {
  const skus = variants.map(({ sku }) => sku)
  // Read before the stock, so that an order that is reserved meanwhile counts twice for a moment rather than not at all.
  const readPieces = await readOrderPieces(db, tenant, skus, channelIds)
  const all = variants.map(async ({ id, sku }) => {
    const { items } = await scanOldestFirst(db, stockItems, tenant, {
      by: { variantId: id },
      limit: MAX_STOCK_ITEMS_PER_VARIANT,
    })
    if (!items.length) return []
    const { unreserved, ofChannels } = readPieces(sku)
    const read: AvailableToPromise = {
      available: sumAvailable(items, { safetyStock, unreserved }),
      reserved: items.reduce((total, { reserved }) => total + reserved, 0),
      unreserved,
      ofChannels,
    }
    return [[id, read]] as const
  })
  return new Map((await Promise.all(all)).flat())
}
