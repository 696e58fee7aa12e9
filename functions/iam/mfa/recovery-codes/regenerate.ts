import { regenerateRecoveryCodes as regenerate } from '../../../../lib/iam/account-changes/change-factors.ts'
import { readOrigin } from '../../../../lib/iam/sessions/origin.ts'
import { identityEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { RecoveryCodes } from '../../../../schemas/iam/mfa.ts'

export const regenerateRecoveryCodes = identityEndpoint({
  route: 'POST /api/iam/mfa/recovery-codes/regenerate',
  summary: 'Replace your recovery codes',
  description:
    'Returns ten codes, which are shown only once; earlier ones stop working. Needs a proof from the last five minutes. You are notified by mail.',
  returns: RecoveryCodes,
  problems: ['OPERATION_NOT_ALLOWED', 'STEP_UP_REQUIRED'],
  run: ({ db }, request) => regenerate(db, request.unit, request.caller, readOrigin(request)),
})
