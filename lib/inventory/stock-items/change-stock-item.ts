import type { UpdateStockItemInput } from '../../../schemas/inventory/stock-item.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { updateStockItem } from '../movements/change-stock.ts'
import { presentStockItem, stockItems } from '../stock-store.ts'
import { findRuleViolations } from './add-stock-item.ts'

/** Changes the rules of a stock item, never its quantities. */
export const changeStockItem = async (unit: Unit, id: string, given: UpdateStockItemInput) => {
  const item = await unit.load(stockItems, id)
  const { isMoved, tracking } = item
  if (given.tracking && given.tracking !== tracking && isMoved)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The stock item has movements, so it stays with tracking ${tracking}. Create one at another custodian.`,
    )
  const violations = findRuleViolations({ ...item, ...given, onHand: 0 })
  if (violations.length) throw invalid(...violations)
  return presentStockItem(updateStockItem(unit, item, given))
}
