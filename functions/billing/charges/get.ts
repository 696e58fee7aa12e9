import { findCharge } from '../../../lib/billing/charge-store.ts'
import { endpoint } from '../../../lib/http/endpoint.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { Charge } from '../../../schemas/charge.ts'

export const getCharge = endpoint({
  route: 'GET /api/billing/charges/{id}',
  scope: 'billing:charge:read',
  summary: 'Get a charge',
  returns: Charge,
  async run({ db }, { caller, params }) {
    return orNotFound(await findCharge(db, caller.tenant, params.id))
  },
})
