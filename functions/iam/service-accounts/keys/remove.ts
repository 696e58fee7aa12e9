import { revokeKey } from '../../../../lib/iam/service-accounts/change-keys.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'

export const revokeServiceAccountKey = endpoint({
  route: 'DELETE /api/iam/service-accounts/{id}/keys/{keyId}',
  scope: 'iam:service_account:write',
  summary: 'Revoke a key of a service account',
  description: 'The key and the tokens issued for it are refused from the next request.',
  ifMatch: true,
  run: ({ db }, { params, unit }) => revokeKey(db, unit, params.id, params.keyId),
})
