import { changeStockItem } from '../../../lib/inventory/stock-items/change-stock-item.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { StockItem, UpdateStockItemInput } from '../../../schemas/inventory/stock-item.ts'

export const updateStockItem = endpoint({
  route: 'PATCH /api/inventory/stock-items/{id}',
  scope: 'inventory:stock_item:write',
  summary: 'Change how a stock item is tracked and how much may be reserved',
  description: 'Quantities change by operations of their own: correct, write-off, restock, receipts and transfers.',
  body: UpdateStockItemInput,
  returns: StockItem,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (_app, { params, body, unit }) => changeStockItem(unit, params.id, body),
})
