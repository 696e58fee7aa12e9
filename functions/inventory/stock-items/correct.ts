import { correctStock } from '../../../lib/inventory/stock-items/correct-stock.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CorrectStockInput, StockItem } from '../../../schemas/inventory/stock-item.ts'

export const correctStockItem = endpoint({
  route: 'POST /api/inventory/stock-items/{id}/correct',
  scope: 'inventory:stock_item:write',
  summary: 'Set the stock on hand to what was counted',
  description:
    'Counting fewer pieces than are reserved needs a reason. If the count is of an earlier moment, send the `ETag` of then as `If-Match`.',
  idempotent: true,
  body: CorrectStockInput,
  returns: StockItem,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: ({ db }, { params, body, unit }) => correctStock(db, unit, params.id, body),
})
