import type { MovementKind, StockMovement } from '../../../schemas/inventory/stock-movement.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'
import { find, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findStockAtCustodian } from '../stock-store.ts'

// Stock movements:  T#<tenant>#stock-movement / <id>   listed newest first, of a stock item or all; never changed

/** `kind` is the store's own name, so that of a movement has another one there. */
export interface StoredMovement extends Omit<StockMovement, keyof Stored | 'kind'>, Stored {
  movementKind: MovementKind
}

const presentMovement = ({ movementKind, ...movement }: StoredMovement) => ({ ...movement, kind: movementKind })

export const stockMovements = entity<StoredMovement>({
  name: 'stock-movement',
  shape: 1,
  audit: false,
  lists: [
    { facets: [], depth: true },
    { by: ['stockItemId'], facets: [] },
  ],
})

export const findMovement = async (db: Table, tenant: Id, id: string) => {
  const movement = await find(db, stockMovements, tenant, id)
  return movement && presentMovement(movement)
}

interface MovementFilters {
  stockItemId?: Id | undefined
  variantId?: Id | undefined
  custodianId?: Id | undefined
}

/** Returns the only stock item of the filters; null if no stock item fits them, undefined if all do. */
const findOnlyItem = async (
  db: Table,
  tenant: Id,
  { stockItemId, variantId, custodianId }: MovementFilters,
): Promise<Id | null | undefined> => {
  if (!variantId && !custodianId) return stockItemId
  if (!variantId || !custodianId)
    throw invalid({
      propertyPath: variantId ? 'custodianId' : 'variantId',
      message: 'must be given with the other one',
    })
  const id = (await findStockAtCustodian(db, tenant, custodianId, [variantId])).get(variantId)?.id ?? null
  return stockItemId && stockItemId !== id ? null : id
}

/** Lists movements of all stock items, or of one: named by its id, or by its variant and custodian. */
export const listMovements = async (
  db: Table,
  tenant: Id,
  page: Page,
  filters: MovementFilters,
): Promise<Members<StockMovement>> => {
  const stockItemId = await findOnlyItem(db, tenant, filters)
  if (stockItemId === null) return { items: [], totalItems: 0 }
  const found = await list(db, stockMovements, tenant, { ...page, ...(stockItemId && { by: { stockItemId } }) })
  return { ...found, items: found.items.map(presentMovement) }
}
