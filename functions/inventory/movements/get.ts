import { findMovement } from '../../../lib/inventory/movements/movement-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { StockMovement } from '../../../schemas/inventory/stock-movement.ts'

export const getStockMovement = endpoint({
  route: 'GET /api/inventory/movements/{id}',
  scope: 'inventory:movement:read',
  summary: 'Get a stock movement',
  returns: StockMovement,
  async run({ db }, { caller, params }) {
    return orNotFound(await findMovement(db, caller.tenant, params.id))
  },
})
