import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { findMerchant } from '../../../lib/sales/merchants/merchant-store.ts'
import { Merchant } from '../../../schemas/sales/merchant.ts'

export const getMerchant = endpoint({
  route: 'GET /api/sales/merchants/{id}',
  scope: 'sales:merchant:read',
  summary: 'Get a merchant',
  returns: Merchant,
  async run({ db }, { caller, params }) {
    return orNotFound(await findMerchant(db, caller.tenant, params.id))
  },
})
