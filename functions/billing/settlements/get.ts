import { findSettlement } from '../../../lib/billing/settlement-store.ts'
import { shownSettlement } from '../../../lib/billing/show-settlement.ts'
import { endpoint } from '../../../lib/http/endpoint.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { Settlement } from '../../../schemas/settlement.ts'

export const getSettlement = endpoint({
  route: 'GET /api/billing/settlements/{id}',
  scope: 'billing:settlement:read',
  summary: 'Get a settlement with its lines',
  returns: Settlement,
  async run({ db }, { caller, params }) {
    return await shownSettlement(db, caller.tenant, orNotFound(await findSettlement(db, caller.tenant, params.id)))
  },
})
