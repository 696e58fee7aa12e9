import { addKey } from '../../../../lib/iam/service-accounts/change-keys.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { AddedKey, AddKeyInput } from '../../../../schemas/iam/service-account.ts'

export const addServiceAccountKey = endpoint({
  route: 'POST /api/iam/service-accounts/{id}/keys',
  scope: 'iam:service_account:write',
  stepUp: true,
  summary: 'Add a key to a service account, or rotate it',
  description:
    'Returns a secret that is never shown again, or stores `publicKey`, for assertions that you sign with the private key. At most two keys are valid: the one before the new key ends after `overlapHours`, and an older one at once, with the tokens issued for it. Only the sponsor can add keys.',
  body: AddKeyInput,
  bodyOptional: true,
  ifMatch: true,
  success: 201,
  returns: AddedKey,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { caller, params, body, unit }) => addKey(db, unit, caller, params.id, body),
})
