import { move } from '../../platform/moves.ts'
import { find } from '../../platform/store/lists/list.ts'
import { NOT_DUE } from '../../platform/store/table/due.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { updateStockItem } from '../movements/change-stock.ts'
import { countBlocked, LOT_MOVES, lotUri, type StoredLot } from '../pieces/lot.ts'
import { lots } from '../pieces/lot-store.ts'
import { describeVariantOfStock, requireAttention } from '../stock-items/require-attention.ts'
import { stockItems } from '../stock-store.ts'

/** Changes the state of a lot so that its pieces must not be promised any more, and its stock item with it. */
export const blockLot = async (
  db: Table,
  unit: Unit,
  lot: StoredLot,
  changes: Pick<StoredLot, 'status'> & Partial<Pick<StoredLot, 'recallReason'>>,
): Promise<StoredLot> => {
  const item = await find(db, stockItems, unit.tenant, lot.stockItemId)
  const after = unit.update(lots, lot, { ...changes, ...NOT_DUE })
  // The stock item changes in any case, so that a reservation that chose the lot meanwhile is decided again.
  if (item) updateStockItem(unit, item, { blocked: item.blocked + countBlocked(after) - countBlocked(lot) })
  return after
}

export const recallLot = async (db: Table, unit: Unit, id: string, reason: string | null): Promise<StoredLot> => {
  const lot = await unit.load(lots, id)
  const status = move(LOT_MOVES, 'lot', lot.status, 'recall')
  const after = await blockLot(db, unit, lot, { status, recallReason: reason })
  const { sku, productName } = await describeVariantOfStock(db, unit, lot)
  unit.emit('inventory.lot.recalled', {
    subject: lotUri(lot.id),
    data: { lotId: lot.id, lotNumber: lot.code, sku, productName, quantity: lot.onHand, reason },
  })
  if (lot.reserved)
    await requireAttention(
      db,
      unit,
      { id: lot.stockItemId, variantId: lot.variantId },
      { quantity: lot.reserved, available: 0, reason: `Lot ${lot.code} was recalled` },
    )
  return after
}
