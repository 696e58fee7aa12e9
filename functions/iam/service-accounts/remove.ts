import { removeServiceAccount } from '../../../lib/iam/service-accounts/change-service-account.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'

export const deleteServiceAccount = endpoint({
  route: 'DELETE /api/iam/service-accounts/{id}',
  scope: 'iam:service_account:write',
  summary: 'Delete a service account',
  description: 'Its keys and tokens are refused from the next request. What it did keeps its id.',
  ifMatch: true,
  run: (_app, { params, unit }) => removeServiceAccount(unit, params.id),
})
