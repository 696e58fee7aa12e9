import { updateServiceAccount as update } from '../../../lib/iam/service-accounts/change-service-account.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ServiceAccount, UpdateServiceAccountInput } from '../../../schemas/iam/service-account.ts'

export const updateServiceAccount = endpoint({
  route: 'PATCH /api/iam/service-accounts/{id}',
  scope: 'iam:service_account:write',
  stepUp: true,
  summary: 'Update a service account; absent members stay unchanged',
  description:
    'Scopes that you add must be your own. A change of scopes, networks or expiry applies from the next request: earlier tokens are refused with `TOKEN_EXPIRED`.',
  body: UpdateServiceAccountInput,
  returns: ServiceAccount,
  run: ({ db }, { caller, params, body, unit }) => update(db, unit, caller, params.id, body),
})
