import { beginPasskey as begin } from '../../../../lib/iam/account-changes/change-factors.ts'
import { identityEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { PasskeyEnrolment } from '../../../../schemas/iam/mfa.ts'

export const beginPasskey = identityEndpoint({
  route: 'POST /api/iam/mfa/passkeys/begin',
  summary: 'Begin to add a passkey',
  description: 'Pass `options` to `navigator.credentials.create`. Needs a proof from the last five minutes.',
  success: 201,
  returns: PasskeyEnrolment,
  problems: ['OPERATION_NOT_ALLOWED', 'STEP_UP_REQUIRED'],
  run: (app, { caller, unit }) => begin(app, unit, caller),
})
