import { checkSecondFactor, completeSignIn } from '../../../lib/iam/sessions/complete-sign-in.ts'
import { readOrigin } from '../../../lib/iam/sessions/origin.ts'
import { publicEffectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { LoginTokens } from '../../../schemas/iam/identity.ts'
import { MfaInput } from '../../../schemas/iam/mfa.ts'

export const completeMfa = publicEffectEndpoint({
  route: 'POST /api/v1/iam/auth/mfa',
  summary: 'Complete a sign-in with a second factor',
  description:
    'Send the `mfaToken` of a sign-in with exactly one of `code`, `recoveryCode` and `passkey`. The token works once, for five minutes; a new password and the end of all sessions invalidate it. Each code works once. After five wrong codes the account accepts none for 15 minutes, from whichever address they come; passkeys are still accepted.',
  limit: 'auth',
  body: MfaInput,
  returns: LoginTokens,
  problems: ['INVALID_CREDENTIALS'],
  act: (app, { now, body }) => checkSecondFactor(app, now, body),
  run: (app, request, checked) => completeSignIn(app, request.unit, request.body, checked, readOrigin(request)),
})
