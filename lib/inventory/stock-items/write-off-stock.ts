import type { RestockInput, WriteOffStockInput } from '../../../schemas/inventory/stock-item.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeStock } from '../movements/change-stock.ts'
import { changePieces, PIECE_EFFECTS, type WantedPieces } from '../pieces/change-pieces.ts'
import { countFreeOfLot } from '../pieces/lot.ts'
import { serialUnits } from '../pieces/serial-unit-store.ts'
import { presentStockItem, type StoredStockItem, stockItems, stockItemUri } from '../stock-store.ts'
import { requireLot } from './correct-stock.ts'

const requireSerialUnits = async (
  db: Table,
  unit: Unit,
  item: StoredStockItem,
  { quantity, serialUnitIds }: RestockInput,
): Promise<Id[] | undefined> => {
  const ids = [...new Set(serialUnitIds ?? [])]
  if (item.tracking !== 'serial') {
    if (ids.length)
      throw invalid({ propertyPath: 'serialUnitIds', message: 'must be absent, as the item has no serial numbers' })
    return undefined
  }
  if (ids.length !== quantity)
    throw invalid({ propertyPath: 'serialUnitIds', message: `must name ${quantity} different serial units` })
  const found = await findAll(db, serialUnits, unit.tenant, ids)
  if (found.filter(({ stockItemId }) => stockItemId === item.id).length < ids.length)
    throw invalid({ propertyPath: 'serialUnitIds', message: 'must name serial units of the stock item' })
  return ids
}

/** Returns the pieces that a person named, with the free ones of their lot. */
const requirePieces = async (db: Table, unit: Unit, item: StoredStockItem, given: RestockInput) => {
  const lot = await requireLot(db, unit, item, given.lotId)
  const serials = await requireSerialUnits(db, unit, item, given)
  const pieces: WantedPieces = {
    quantity: given.quantity,
    ...(lot && { lots: [{ lotId: lot.id, quantity: given.quantity }] }),
    ...(serials && { serials }),
  }
  return { pieces, lot }
}

const checkFree = (free: number, quantity: number) => {
  if (free < quantity)
    throw new Problem('OPERATION_NOT_ALLOWED', `Only ${Math.max(0, free)} pieces are on hand and not reserved.`)
}

/** Writes pieces off: free ones on the shelf, or some of those set aside. */
export const writeOffStock = async (db: Table, unit: Unit, id: string, given: WriteOffStockInput) => {
  const item = await unit.load(stockItems, id)
  const { quantity, reason } = given
  const movement = { kind: 'write_off', cause: stockItemUri(item.id), reason } as const
  if (given.from === 'quarantine') {
    const serials = await requireSerialUnits(db, unit, item, given)
    const pieces = { quantity, ...(serials && { serials }) }
    await changePieces(db, unit, item, [pieces], PIECE_EFFECTS.discard)
    return presentStockItem(changeStock(unit, item, { ...movement, quarantined: -quantity }))
  }
  const { pieces, lot } = await requirePieces(db, unit, item, given)
  checkFree(lot ? countFreeOfLot(lot) : item.onHand - item.reserved, quantity)
  const blocked = await changePieces(db, unit, item, [pieces], PIECE_EFFECTS.writeOff, lot && { lots: [lot] })
  return presentStockItem(changeStock(unit, item, { ...movement, onHand: -quantity, blocked }))
}

/** Puts pieces that were set aside back on the shelf. */
export const restock = async (db: Table, unit: Unit, id: string, given: RestockInput) => {
  const item = await unit.load(stockItems, id)
  const { quantity, reason } = given
  const { pieces, lot } = await requirePieces(db, unit, item, given)
  const blocked = await changePieces(db, unit, item, [pieces], PIECE_EFFECTS.restock, lot && { lots: [lot] })
  const cause = stockItemUri(item.id)
  return presentStockItem(
    changeStock(unit, item, { kind: 'restock', onHand: quantity, quarantined: -quantity, blocked, cause, reason }),
  )
}
