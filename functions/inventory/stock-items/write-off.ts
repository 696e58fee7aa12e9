import { writeOffStock } from '../../../lib/inventory/stock-items/write-off-stock.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { StockItem, WriteOffStockInput } from '../../../schemas/inventory/stock-item.ts'

export const writeOffStockItem = endpoint({
  route: 'POST /api/inventory/stock-items/{id}/write-off',
  scope: 'inventory:stock_item:write',
  summary: 'Write off pieces that are lost or damaged',
  description: 'Pieces on hand must not be reserved.',
  idempotent: true,
  body: WriteOffStockInput,
  returns: StockItem,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: ({ db }, { params, body, unit }) => writeOffStock(db, unit, params.id, body),
})
