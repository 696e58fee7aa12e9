import { restock } from '../../../lib/inventory/stock-items/write-off-stock.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { RestockInput, StockItem } from '../../../schemas/inventory/stock-item.ts'

export const restockStockItem = endpoint({
  route: 'POST /api/inventory/stock-items/{id}/restock',
  scope: 'inventory:stock_item:write',
  summary: 'Put pieces that were set aside back on the shelf',
  idempotent: true,
  body: RestockInput,
  returns: StockItem,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: ({ db }, { params, body, unit }) => restock(db, unit, params.id, body),
})
