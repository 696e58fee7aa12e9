import { findLot } from '../../../lib/inventory/pieces/lot-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Lot } from '../../../schemas/inventory/lot.ts'

export const getLot = endpoint({
  route: 'GET /api/inventory/lots/{id}',
  scope: 'inventory:lot:read',
  summary: 'Get a lot',
  returns: Lot,
  async run({ db }, { caller, params }) {
    return orNotFound(await findLot(db, caller.tenant, params.id))
  },
})
