import type { Disposition, ReturnLine } from '../../../schemas/fulfilment/return.ts'
import type { Allocation } from '../../inventory/allocations/allocation.ts'
import { mergeAllocations } from '../../inventory/allocations/divide-allocation.ts'
import { findStockItems } from '../../inventory/allocations/find-stock-items.ts'
import { type Returned, takeBackStock } from '../../inventory/allocations/reserve-stock.ts'
import type { Pieces } from '../../inventory/pieces/pick-pieces.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { listHandOffs } from '../fulfilments/fulfilment-store.ts'
import { returnUri, type StoredReturn } from './return.ts'

/** Pieces of a line of a return that came back. */
export interface TakenBack {
  line: ReturnLine
  parts: readonly (Pieces & { quantity: number; disposition: Disposition })[]
}

/** Finds the reserved pieces that left, by line of the fulfilment orders, in the order in which they left. */
export const findLeft = async (
  db: Table,
  tenant: Id,
  orderIds: readonly Id[],
): Promise<ReadonlyMap<Id, Allocation>> => {
  const left = new Map<Id, Allocation>()
  const handOffs = await Promise.all(orderIds.map((id) => listHandOffs(db, tenant, id)))
  for (const { orderLineId, allocation } of handOffs.flat().flatMap(({ lines }) => lines)) {
    const all = mergeAllocations(left.get(orderLineId) ?? null, allocation)
    if (all) left.set(orderLineId, all)
  }
  return left
}

/**
 * Takes the pieces of a receipt into the stock of the custodian that received them. One that keeps none of a variant can
 * set its pieces aside or write them off, which no stock tells of, but not put them on a shelf.
 */
export const takeBackPieces = async (
  db: Table,
  unit: Unit,
  { id, custodianId, custodianName }: Pick<StoredReturn, 'id' | 'custodianId' | 'custodianName'>,
  taken: readonly TakenBack[],
): Promise<void> => {
  if (!custodianId || !taken.length) return
  const variantIds = taken.map(({ line }) => line.variantId)
  const items = await findStockItems(db, unit.tenant, custodianId, variantIds)
  const returned = taken.flatMap(({ line: { variantId, sku }, parts }): Returned[] => {
    const stockItemId = items.get(variantId)
    if (!stockItemId && parts.some(({ disposition }) => disposition === 'restock'))
      throw new Problem(
        'OPERATION_NOT_ALLOWED',
        `${custodianName} keeps no ${sku}. Create a stock item for it there, or receive the pieces as quarantine.`,
      )
    return stockItemId ? parts.map((part) => ({ stockItemId, variantId, ...part })) : []
  })
  await takeBackStock(db, unit, returned, returnUri(id))
}
