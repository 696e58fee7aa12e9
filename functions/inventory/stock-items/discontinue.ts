import { discontinueItem } from '../../../lib/inventory/stock-items/discontinue-item.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { StockItem } from '../../../schemas/inventory/stock-item.ts'

export const discontinueStockItem = endpoint({
  route: 'POST /api/inventory/stock-items/{id}/discontinue',
  scope: 'inventory:stock_item:write',
  summary: 'Discontinue a stock item',
  description: 'What is reserved is still fulfilled; nothing else can be reserved.',
  returns: StockItem,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: ({ db }, { params, unit }) => discontinueItem(db, unit, params.id),
})
