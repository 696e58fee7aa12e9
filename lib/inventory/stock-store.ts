import type { StockItem } from '../../schemas/inventory/stock-item.ts'
import type { Id } from '../platform/id.ts'
import { entity, type Stored } from '../platform/store/entities/entity.ts'
import { find, findAll, findOwnersOfValues, list, type Members, type Page } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'

// Stock items:  T#<tenant>#stock-item / <id>   listed newest first by any of variant and custodian; unique by the pair

export interface StoredStockItem extends Omit<StockItem, keyof Stored | 'availableToPromise'>, Stored {
  /** True once the item has a movement. */
  isMoved: boolean
  /** The movement after which the next one is listed; null before the first one. */
  lastMovementId: Id | null
}

export const NEW_STOCK = {
  onHand: 0,
  reserved: 0,
  blocked: 0,
  quarantined: 0,
  backorderLimit: 0,
  tracking: 'none',
  isDiscontinued: false,
} as const

export const buildPair = (variantId: Id, custodianId: Id) => `${variantId}#${custodianId}`

export const stockItems = entity<StoredStockItem>({
  name: 'stock-item',
  shape: 1,
  audit: { platform: 'none' },
  lists: [
    { facets: [] },
    { by: ['variantId'], facets: [] },
    { by: ['custodianId'], facets: [] },
    { by: ['variantId', 'custodianId'], facets: [] },
  ],
  unique: ({ variantId, custodianId }) => ({ pair: buildPair(variantId, custodianId) }),
})

export const stockItemUri = (id: Id) => `commerce:///inventory/stock-items/${id}`

/** Counts the pieces that may be promised; negative if more are reserved than on hand. */
export const countFree = ({
  onHand,
  reserved,
  blocked,
}: Pick<StoredStockItem, 'onHand' | 'reserved' | 'blocked'>): number => onHand - reserved - blocked

/** Counts the pieces that may be reserved, at least 0. */
export const countReservable = (item: StoredStockItem): number =>
  item.isDiscontinued ? 0 : Math.max(0, countFree(item) + item.backorderLimit)

export const presentStockItem = (item: StoredStockItem) => ({
  ...item,
  availableToPromise: countFree(item),
})

export const findStockItem = async (db: Table, tenant: Id, id: string) => {
  const item = await find(db, stockItems, tenant, id)
  return item && presentStockItem(item)
}

/** Returns the stock items of variants at a custodian, by variant. */
export const findStockAtCustodian = async (
  db: Table,
  tenant: Id,
  custodianId: Id,
  variantIds: readonly Id[],
): Promise<ReadonlyMap<Id, StoredStockItem>> => {
  const pairs = variantIds.map((variantId) => buildPair(variantId, custodianId))
  const owners = await findOwnersOfValues(db, stockItems, tenant, 'pair', pairs)
  const found = await findAll(db, stockItems, tenant, [...owners.values()])
  return new Map(found.map((item) => [item.variantId, item]))
}

interface StockFilters {
  variantId?: Id | undefined
  custodianId?: Id | undefined
}

export const listStockItems = async (db: Table, tenant: Id, page: Page, { variantId, custodianId }: StockFilters) => {
  const by = { ...(variantId && { variantId }), ...(custodianId && { custodianId }) }
  const found = await list(db, stockItems, tenant, { ...page, by })
  return { ...found, items: found.items.map(presentStockItem) } satisfies Members<unknown>
}
