import { changePolicy } from '../../../lib/fulfilment/policies/policy-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { FulfilmentPolicy, UpdatePolicyInput } from '../../../schemas/fulfilment/fulfilment-policy.ts'

export const updateFulfilmentPolicy = endpoint({
  route: 'PATCH /api/fulfilment/policies/{id}',
  scope: 'fulfilment:policy:write',
  summary: 'Update a fulfilment policy; orders that are planned already stay as they are',
  body: UpdatePolicyInput,
  returns: FulfilmentPolicy,
  ifMatch: true,
  run: ({ db }, { params, body, unit }) => changePolicy(db, unit, params.id, body),
})
