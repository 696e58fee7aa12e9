import { getPolicy } from '../../../lib/fulfilment/policies/policy-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { FulfilmentPolicy } from '../../../schemas/fulfilment/fulfilment-policy.ts'

export const getFulfilmentPolicy = endpoint({
  route: 'GET /api/fulfilment/policies/{id}',
  scope: 'fulfilment:policy:read',
  summary: 'Get a fulfilment policy',
  returns: FulfilmentPolicy,
  async run({ db }, { caller, params }) {
    return orNotFound(await getPolicy(db, caller.tenant, params.id))
  },
})
