import { moveServiceAccount } from '../../../lib/iam/service-accounts/change-service-account.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ServiceAccount } from '../../../schemas/iam/service-account.ts'

export const enableServiceAccount = endpoint({
  route: 'POST /api/iam/service-accounts/{id}/enable',
  scope: 'iam:service_account:write',
  stepUp: true,
  summary: 'Enable a disabled service account',
  returns: ServiceAccount,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { params, unit }) => moveServiceAccount(db, unit, params.id, 'enable'),
})
