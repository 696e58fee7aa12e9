import { confirmTotp as confirm } from '../../../../lib/iam/account-changes/change-factors.ts'
import { readOrigin } from '../../../../lib/iam/sessions/origin.ts'
import { identityEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { ConfirmTotpInput, NewFactor } from '../../../../schemas/iam/mfa.ts'

export const confirmTotp = identityEndpoint({
  route: 'POST /api/iam/mfa/totp/confirm',
  summary: 'Add an authenticator app',
  description:
    'Sign-ins ask for a second factor from then on. The first factor brings ten recovery codes, which are shown only once. Refresh the access token to use the factor as shown in this session. You are notified by mail.',
  body: ConfirmTotpInput,
  returns: NewFactor,
  problems: ['OPERATION_NOT_ALLOWED', 'STEP_UP_REQUIRED'],
  run: (app, request) => confirm(app, request.unit, request.caller, request.body, readOrigin(request)),
})
