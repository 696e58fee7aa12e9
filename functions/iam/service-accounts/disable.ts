import { moveServiceAccount } from '../../../lib/iam/service-accounts/change-service-account.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ServiceAccount } from '../../../schemas/iam/service-account.ts'

export const disableServiceAccount = endpoint({
  route: 'POST /api/iam/service-accounts/{id}/disable',
  scope: 'iam:service_account:write',
  summary: 'Disable a service account',
  description: 'Its tokens are refused from the next request, and its keys get no new ones until it is enabled.',
  returns: ServiceAccount,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { params, unit }) => moveServiceAccount(db, unit, params.id, 'disable'),
})
