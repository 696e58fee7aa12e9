import { findSettlement } from '../../../lib/billing/settlements/settlement-store.ts'
import { presentSettlement } from '../../../lib/billing/settlements/show-settlement.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Settlement } from '../../../schemas/billing/settlement.ts'

export const getSettlement = endpoint({
  route: 'GET /api/billing/settlements/{id}',
  scope: 'billing:settlement:read',
  summary: 'Get a settlement with its lines',
  returns: Settlement,
  async run({ db }, { caller, params }) {
    return await presentSettlement(db, caller.tenant, orNotFound(await findSettlement(db, caller.tenant, params.id)))
  },
})
