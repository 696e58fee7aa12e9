import type { MovementKind } from '../../../schemas/inventory/stock-movement.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type StoredStockItem, stockItems } from '../stock-store.ts'
import { stockMovements } from './movement-store.ts'

/** A change of the quantities of a stock item, with what caused it. */
export interface StockChange {
  kind: MovementKind
  /** Pieces by which the stock on hand changes. */
  onHand?: number
  /** Pieces by which the reserved quantity changes. */
  reserved?: number
  /** URI of the resource that caused the change. */
  cause: string | null
  reason?: string | null
}

/** Changes the quantities of a stock item and records the movement; a unit may change each item only once. */
export const changeStock = (unit: Unit, item: StoredStockItem, change: StockChange): StoredStockItem => {
  const { kind, onHand: onHandChange = 0, reserved: reservedChange = 0, cause, reason = null } = change
  const after = unit.update(stockItems, item, {
    onHand: item.onHand + onHandChange,
    reserved: item.reserved + reservedChange,
  })
  unit.create(stockMovements, {
    stockItemId: item.id,
    variantId: item.variantId,
    custodianId: item.custodianId,
    kind,
    onHandChange,
    reservedChange,
    onHandAfter: after.onHand,
    reservedAfter: after.reserved,
    reason,
    cause,
    actorId: unit.actor,
  })
  return after
}
