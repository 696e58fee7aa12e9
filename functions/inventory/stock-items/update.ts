import { changeStockItem } from '../../../lib/inventory/stock-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { StockItem, UpdateStockItemInput } from '../../../schemas/inventory/stock-item.ts'

export const updateStockItem = endpoint({
  route: 'PATCH /api/inventory/stock-items/{id}',
  scope: 'inventory:stock_item:write',
  summary: 'Set how many pieces there are, or are promised',
  description: 'Who read the item before setting it sends its `ETag` as `If-Match`, so that no other change is lost.',
  body: UpdateStockItemInput,
  returns: StockItem,
  run: (_app, { params, body, unit }) => changeStockItem(unit, params.id, body),
})
