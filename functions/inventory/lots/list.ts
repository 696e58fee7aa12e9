import { listLots as list } from '../../../lib/inventory/pieces/lot-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { LOT_STATES, Lot } from '../../../schemas/inventory/lot.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listLots = listEndpoint({
  route: 'GET /api/inventory/lots',
  scope: 'inventory:lot:read',
  summary: 'List lots, newest first',
  query: { stockItemId: id(), status: oneOf(LOT_STATES) },
  of: Lot,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, page, query),
})
