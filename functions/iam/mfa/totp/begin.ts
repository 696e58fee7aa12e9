import { beginTotp as begin } from '../../../../lib/iam/account-changes/change-factors.ts'
import { identityEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { TotpEnrolment } from '../../../../schemas/iam/mfa.ts'

export const beginTotp = identityEndpoint({
  route: 'POST /api/iam/mfa/totp/begin',
  summary: 'Begin to add an authenticator app',
  description:
    'Returns a secret for the app, which becomes a factor once its first code is confirmed. Needs a proof from the last five minutes.',
  success: 201,
  returns: TotpEnrolment,
  problems: ['OPERATION_NOT_ALLOWED', 'STEP_UP_REQUIRED'],
  run: (app, { caller, unit }) => begin(app, unit, caller),
})
