import { tryPolicy } from '../../../lib/fulfilment/routing/try-policy.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { PolicyDryRun, PolicyDryRunInput } from '../../../schemas/fulfilment/fulfilment-policy.ts'

export const dryRunFulfilmentPolicy = endpoint({
  route: 'POST /api/fulfilment/policies/dry-run',
  scope: 'fulfilment:policy:read',
  summary: 'Try a fulfilment policy on a sales order',
  description:
    'Shows which rule decides, who would fulfil what with the stock of this moment, and why not the other custodians. The whole order is planned, whatever is fulfilled of it already. Nothing is changed.',
  body: PolicyDryRunInput,
  success: 200,
  returns: PolicyDryRun,
  run: (app, { caller, body }) => tryPolicy(app, caller.tenant, body),
})
