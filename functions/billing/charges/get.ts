import { findCharge } from '../../../lib/billing/charges/charge-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Charge } from '../../../schemas/billing/charge.ts'

export const getCharge = endpoint({
  route: 'GET /api/billing/charges/{id}',
  scope: 'billing:charge:read',
  summary: 'Get a charge',
  returns: Charge,
  async run({ db }, { caller, params }) {
    return orNotFound(await findCharge(db, caller.tenant, params.id))
  },
})
