import type { CorrectStockInput } from '../../../schemas/inventory/stock-item.ts'
import { invalid, orInvalid, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeStock } from '../movements/change-stock.ts'
import { updateLot } from '../pieces/change-lots.ts'
import { findLot } from '../pieces/lot-store.ts'
import { presentStockItem, type StoredStockItem, stockItems, stockItemUri } from '../stock-store.ts'
import { requireAttention } from './require-attention.ts'

/** Returns the lot that a request names: required for an item that is tracked by lot, and refused for others. */
export const requireLot = async (db: Table, unit: Unit, item: StoredStockItem, lotId: string | null | undefined) => {
  if (item.tracking !== 'lot') {
    if (lotId) throw invalid({ propertyPath: 'lotId', message: 'must be absent, as the item is not tracked by lot' })
    return undefined
  }
  if (!lotId) throw invalid({ propertyPath: 'lotId', message: 'must name a lot, as the item is tracked by lot' })
  const lot = await findLot(db, unit.tenant, lotId)
  return orInvalid(lot?.stockItemId === item.id ? lot : undefined, 'lotId', 'lot of the stock item')
}

/** Sets the stock on hand to what was counted. Counting less than is reserved needs a reason, and somebody's attention. */
export const correctStock = async (db: Table, unit: Unit, id: string, given: CorrectStockInput) => {
  const item = await unit.load(stockItems, id)
  if (item.tracking === 'serial')
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The stock item is tracked by serial number. Write missing units off, and receive those that were found.',
    )
  const lot = await requireLot(db, unit, item, given.lotId)
  const { onHand, reserved } = lot ?? item
  const reason = given.reason ?? null
  const isBelowReserved = given.onHand < reserved && given.onHand < onHand
  if (isBelowReserved && reason === null)
    throw invalid({ propertyPath: 'reason', message: `must be given, because ${reserved} pieces are reserved` })
  if (given.onHand === onHand) return presentStockItem(item)
  const change = given.onHand - onHand
  const blocked = lot ? updateLot(unit, lot, { onHand: given.onHand }) : 0
  const after = changeStock(unit, item, {
    kind: 'correct',
    onHand: change,
    blocked,
    cause: stockItemUri(item.id),
    reason,
  })
  if (isBelowReserved)
    await requireAttention(db, unit, item, {
      quantity: reserved,
      available: given.onHand,
      reason: 'Fewer pieces were counted than are reserved',
    })
  return presentStockItem(after)
}
