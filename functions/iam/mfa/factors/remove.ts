import { removeFactor as remove } from '../../../../lib/iam/account-changes/change-factors.ts'
import { readOrigin } from '../../../../lib/iam/sessions/origin.ts'
import { identityEndpoint } from '../../../../lib/platform/http/endpoint.ts'

export const removeFactor = identityEndpoint({
  route: 'DELETE /api/iam/mfa/factors/{id}',
  summary: 'Remove a second factor',
  description:
    'Needs a proof from the last five minutes. The last factor takes the recovery codes with it, and stays while one of your tenants requires a second factor. You are notified by mail.',
  problems: ['OPERATION_NOT_ALLOWED', 'STEP_UP_REQUIRED'],
  run: ({ db }, request) => remove(db, request.unit, request.caller, request.params.id, readOrigin(request)),
})
