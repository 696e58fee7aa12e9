import { Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { updateStockItem } from '../movements/change-stock.ts'
import { presentStockItem, stockItems, stockItemUri } from '../stock-store.ts'
import { describeVariantOfStock } from './require-attention.ts'

/** Ends the promises of a stock item: what is reserved is still fulfilled, and nothing else is reserved. */
export const discontinueItem = async (db: Table, unit: Unit, id: string) => {
  const item = await unit.load(stockItems, id)
  if (item.isDiscontinued) throw new Problem('OPERATION_NOT_ALLOWED', 'The stock item is discontinued already.')
  const after = updateStockItem(unit, item, { isDiscontinued: true })
  unit.emit('inventory.item.discontinued', {
    subject: stockItemUri(item.id),
    data: { stockItemId: item.id, ...(await describeVariantOfStock(db, unit, item)) },
  })
  return presentStockItem(after)
}
