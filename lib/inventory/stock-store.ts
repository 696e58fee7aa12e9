import type { CreateStockItemInput, StockItem } from '../../schemas/inventory/stock-item.ts'
import { requireVariant } from '../catalog/require-variant.ts'
import type { Id } from '../platform/id.ts'
import { Problem } from '../platform/problem.ts'
import { entity, type Stored } from '../platform/store/entities/entity.ts'
import { find, list, type Members, type Page } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { requireCustodian } from '../warehousing/require-custodian.ts'

// Stock items:  T#<tenant>#stock-item / <id>   listed newest first by any of variant and custodian; unique by the pair

export interface StoredStockItem extends Omit<StockItem, keyof Stored | 'availableToPromise'>, Stored {}

export const buildPair = (variantId: Id, custodianId: Id) => `${variantId}#${custodianId}`

export const stockItems = entity<StoredStockItem>({
  name: 'stock-item',
  shape: 1,
  lists: [
    { facets: [] },
    { by: ['variantId'], facets: [] },
    { by: ['custodianId'], facets: [] },
    { by: ['variantId', 'custodianId'], facets: [] },
  ],
  unique: ({ variantId, custodianId }) => ({ pair: buildPair(variantId, custodianId) }),
})

export const presentStockItem = (item: StoredStockItem) => ({
  ...item,
  availableToPromise: item.onHand - item.reserved,
})

export const findStockItem = async (db: Table, tenant: Id, id: string) => {
  const item = await find(db, stockItems, tenant, id)
  return item && presentStockItem(item)
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

const buildTakenProblem = () =>
  new Problem('ALREADY_EXISTS', 'The custodian already has a stock item for this variant. Update that one instead.')

export const addStockItem = async (db: Table, unit: Unit, given: CreateStockItemInput) => {
  await Promise.all([
    requireVariant(db, unit.tenant, given.variantId),
    requireCustodian(db, unit.tenant, given.custodianId),
  ])
  return presentStockItem(unit.create(stockItems, { onHand: 0, reserved: 0, ...given }, buildTakenProblem))
}

export const changeStockItem = async (unit: Unit, id: string, given: { onHand?: number; reserved?: number }) =>
  presentStockItem(unit.update(stockItems, await unit.load(stockItems, id), given))
