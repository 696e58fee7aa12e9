import { changeStockItem } from '../../../lib/inventory/stock-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { StockItem, UpdateStockItemInput } from '../../../schemas/inventory/stock-item.ts'

export const updateStockItem = endpoint({
  route: 'PATCH /api/inventory/stock-items/{id}',
  scope: 'inventory:stock_item:write',
  summary: 'Set the quantities on hand and reserved',
  description:
    'If the new quantities depend on the current ones, send the `ETag` of the item as `If-Match`, so that no concurrent change is lost.',
  body: UpdateStockItemInput,
  returns: StockItem,
  run: (_app, { params, body, unit }) => changeStockItem(unit, params.id, body),
})
