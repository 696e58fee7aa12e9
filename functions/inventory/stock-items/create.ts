import { addStockItem } from '../../../lib/inventory/stock-items/add-stock-item.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateStockItemInput, StockItem } from '../../../schemas/inventory/stock-item.ts'

export const createStockItem = endpoint({
  route: 'POST /api/inventory/stock-items',
  scope: 'inventory:stock_item:write',
  summary: 'Create a stock item for a variant at a custodian',
  body: CreateStockItemInput,
  success: 201,
  returns: StockItem,
  problems: ['ALREADY_EXISTS'],
  run: ({ db }, { body, unit }) => addStockItem(db, unit, body),
})
