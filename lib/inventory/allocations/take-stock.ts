import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeStock } from '../movements/change-stock.ts'
import { changePieces, PIECE_EFFECTS } from '../pieces/change-pieces.ts'
import { pickPieces } from '../pieces/pick-pieces.ts'
import { requireAttention } from '../stock-items/require-attention.ts'
import { findStockAtCustodian, stockItems } from '../stock-store.ts'
import type { Allocation, Wanted } from './allocation.ts'
import { readToday } from './reserve-stock.ts'

/**
 * Names the stock of a custodian from which pieces left that nobody had reserved; leaves out variants that it does not keep.
 */
export const nameTaken = async (
  db: Table,
  tenant: Id,
  custodianId: Id,
  wanted: readonly Wanted[],
): Promise<(Allocation | undefined)[]> => {
  const items = await findStockAtCustodian(db, tenant, custodianId, [...new Set(wanted.map((each) => each.variantId))])
  return wanted.map(({ variantId, quantity }) => {
    const item = items.get(variantId)
    return item && { stockItemId: item.id, variantId, quantity }
  })
}

/**
 * Takes pieces off the shelf that left although nobody had reserved them; of lots and serial units, those that would have been
 * reserved. Fewer may be left then than are reserved for others, and somebody has to decide whose are missing.
 */
export const takeStock = async (
  db: Table,
  unit: Unit,
  allocations: readonly Allocation[],
  cause: string,
): Promise<void> => {
  const byItem = Map.groupBy(allocations, ({ stockItemId }) => stockItemId)
  const items = await findAll(db, stockItems, unit.tenant, [...byItem.keys()])
  const today = await readToday(db, unit, items)
  for (const item of items) {
    const wanted = (byItem.get(item.id) ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
    const { count, pieces, picked } = await pickPieces(db, unit.tenant, item, wanted, today)
    if (!count) continue
    const blocked = await changePieces(db, unit, item, [{ quantity: count, ...pieces }], PIECE_EFFECTS.take, picked)
    const after = changeStock(unit, item, { kind: 'hand_over', onHand: -count, blocked, cause })
    if (after.reserved > after.onHand)
      await requireAttention(db, unit, item, {
        quantity: after.reserved,
        available: after.onHand,
        reason: 'Pieces left that had been cancelled, and fewer are on hand than are reserved',
      })
  }
}
