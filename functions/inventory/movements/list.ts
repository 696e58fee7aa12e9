import { listMovements as list } from '../../../lib/inventory/movements/movement-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { StockMovement } from '../../../schemas/inventory/stock-movement.ts'
import { id } from '../../../schemas/types.ts'

export const listStockMovements = listEndpoint({
  route: 'GET /api/inventory/movements',
  scope: 'inventory:movement:read',
  summary: 'List stock movements, newest first',
  description: '`variantId` and `custodianId` are given together and name the stock item.',
  query: { stockItemId: id(), variantId: id(), custodianId: id() },
  of: StockMovement,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, page, query),
})
