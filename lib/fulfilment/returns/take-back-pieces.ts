import type { Disposition, ReturnLine } from '../../../schemas/fulfilment/return.ts'
import type { Allocation } from '../../inventory/allocations/allocation.ts'
import { divideAllocation, mergeAllocations } from '../../inventory/allocations/divide-allocation.ts'
import { findStockItems } from '../../inventory/allocations/find-stock-items.ts'
import { type Returned, takeBackStock } from '../../inventory/allocations/reserve-stock.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { listHandOffs } from '../fulfilments/fulfilment-store.ts'
import { returnUri, type StoredReturn } from './return.ts'

/** Pieces of a line of a return that came back. */
export interface TakenBack {
  line: ReturnLine
  /** Pieces of the line's fulfilment order that came back before. */
  before: number
  parts: readonly { quantity: number; disposition: Disposition }[]
}

/** Finds the reserved pieces that left, by line of the fulfilment orders, in the order in which they left. */
const findLeft = async (db: Table, tenant: Id, orderIds: readonly Id[]): Promise<Map<Id, Allocation>> => {
  const left = new Map<Id, Allocation>()
  const handOffs = await Promise.all(orderIds.map((id) => listHandOffs(db, tenant, id)))
  for (const { orderLineId, allocation } of handOffs.flat().flatMap(({ lines }) => lines)) {
    const all = mergeAllocations(left.get(orderLineId) ?? null, allocation)
    if (all) left.set(orderLineId, all)
  }
  return left
}

/** Names the pieces of a part: those that left first come back first. Lots are known only where the pieces left. */
const namePieces = (left: Allocation | null, quantity: number, stockItemId: Id, variantId: Id): Allocation => {
  const named = divideAllocation(left, quantity).taken
  return {
    stockItemId,
    variantId,
    quantity,
    ...(named?.lots && named.stockItemId === stockItemId && { lots: named.lots }),
    ...(named?.serials && { serials: named.serials }),
  }
}

/**
 * Takes the pieces of a receipt into the stock of the custodian that received them. One that keeps none of a variant can
 * set its pieces aside or write them off, which no stock tells of, but not put them on a shelf.
 */
export const takeBackPieces = async (
  db: Table,
  unit: Unit,
  { id, custodianId, custodianName }: StoredReturn,
  taken: readonly TakenBack[],
): Promise<void> => {
  if (!custodianId || !taken.length) return
  const [items, left] = await Promise.all([
    findStockItems(
      db,
      unit.tenant,
      custodianId,
      taken.map(({ line }) => line.variantId),
    ),
    findLeft(db, unit.tenant, [...new Set(taken.map(({ line }) => line.fulfilmentOrderId))]),
  ])
  const returned = taken.flatMap(({ line: { variantId, sku, fulfilmentOrderLineId }, before, parts }): Returned[] => {
    const stockItemId = items.get(variantId)
    if (!stockItemId && parts.some(({ disposition }) => disposition === 'restock'))
      throw new Problem(
        'OPERATION_NOT_ALLOWED',
        `${custodianName} keeps no ${sku}. Create a stock item for it there, or receive the pieces as quarantine.`,
      )
    if (!stockItemId) return []
    let rest = divideAllocation(left.get(fulfilmentOrderLineId) ?? null, before).rest
    return parts.map(({ quantity, disposition }) => {
      const named = namePieces(rest, quantity, stockItemId, variantId)
      rest = divideAllocation(rest, quantity).rest
      return { ...named, disposition }
    })
  })
  await takeBackStock(db, unit, returned, returnUri(id))
}
