import { addServiceAccount } from '../../../lib/iam/service-accounts/change-service-account.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateServiceAccountInput, ServiceAccount } from '../../../schemas/iam/service-account.ts'

export const createServiceAccount = endpoint({
  route: 'POST /api/iam/service-accounts',
  scope: 'iam:service_account:write',
  stepUp: true,
  summary: 'Create a service account',
  description:
    'You become its sponsor: its tokens have the scopes listed here that your role includes when a token is used, so they follow every change of your role, and end when you leave the tenant. Scopes of what needs a person are refused. Add a key to use it.',
  idempotent: true,
  body: CreateServiceAccountInput,
  success: 201,
  returns: ServiceAccount,
  run: async (_app, { caller, body, unit }) => addServiceAccount(unit, caller, body),
})
