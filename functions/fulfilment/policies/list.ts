import { listPolicies } from '../../../lib/fulfilment/policies/policy-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { FulfilmentPolicy } from '../../../schemas/fulfilment/fulfilment-policy.ts'

export const listFulfilmentPolicies = listEndpoint({
  route: 'GET /api/fulfilment/policies',
  scope: 'fulfilment:policy:read',
  summary: 'List fulfilment policies, newest first',
  of: FulfilmentPolicy,
  itemsPerPage: 30,
  run: ({ db }, { caller, page }) => listPolicies(db, caller.tenant, page),
})
