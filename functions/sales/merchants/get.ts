import { endpoint } from '../../../lib/http/endpoint.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { findMerchant } from '../../../lib/sales/merchant-store.ts'
import { Merchant } from '../../../schemas/merchant.ts'

export const getMerchant = endpoint({
  route: 'GET /api/sales/merchants/{id}',
  scope: 'sales:merchant:read',
  summary: 'Get a merchant',
  returns: Merchant,
  async run({ db }, { caller, params }) {
    return orNotFound(await findMerchant(db, caller.tenant, params.id))
  },
})
