import { listStockItems as list } from '../../../lib/inventory/stock-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { StockItem } from '../../../schemas/inventory/stock-item.ts'
import { id } from '../../../schemas/types.ts'

export const listStockItems = listEndpoint({
  route: 'GET /api/inventory/stock-items',
  scope: 'inventory:stock_item:read',
  summary: 'List stock items, newest first',
  query: { variantId: id(), custodianId: id() },
  of: StockItem,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, page, query),
})
