import { findStockItem } from '../../../lib/inventory/stock-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { StockItem } from '../../../schemas/inventory/stock-item.ts'

export const getStockItem = endpoint({
  route: 'GET /api/inventory/stock-items/{id}',
  scope: 'inventory:stock_item:read',
  summary: 'Get a stock item',
  returns: StockItem,
  async run({ db }, { caller, params }) {
    return orNotFound(await findStockItem(db, caller.tenant, params.id))
  },
})
