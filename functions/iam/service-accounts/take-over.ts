import { takeOverServiceAccount as takeOver } from '../../../lib/iam/service-accounts/change-service-account.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ServiceAccount } from '../../../schemas/iam/service-account.ts'

export const takeOverServiceAccount = endpoint({
  route: 'POST /api/iam/service-accounts/{id}/take-over',
  scope: 'iam:service_account:write',
  stepUp: true,
  summary: 'Become the sponsor of a service account',
  description:
    'Its scopes are bounded by your role from now on. All of its keys end, because the sponsor before you may have them: add a new one.',
  returns: ServiceAccount,
  run: (_app, { caller, params, unit }) => takeOver(unit, caller, params.id),
})
