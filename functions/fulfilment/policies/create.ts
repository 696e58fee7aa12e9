import { addPolicy } from '../../../lib/fulfilment/policies/policy-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreatePolicyInput, FulfilmentPolicy } from '../../../schemas/fulfilment/fulfilment-policy.ts'

export const createFulfilmentPolicy = endpoint({
  route: 'POST /api/fulfilment/policies',
  scope: 'fulfilment:policy:write',
  summary: 'Create a fulfilment policy, which chooses the custodians of orders',
  description:
    'Rules are tried in their order, and the first whose conditions are met decides alone. It names custodians in the order of preference, or any with stock. Only active custodians with `tenant_picks_warehouse` or `provider_picks_warehouse`, and those of the type `internal`, can be chosen. Orders of channels with a policy, or of all channels if there is a default one, are routed as soon as they are accepted.',
  body: CreatePolicyInput,
  success: 201,
  returns: FulfilmentPolicy,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { body, unit }) => addPolicy(db, unit, body),
})
