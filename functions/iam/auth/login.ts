import { readOrigin } from '../../../lib/iam/sessions/origin.ts'
import { checkCredentials, signInWithPassword } from '../../../lib/iam/sessions/sign-in-with-password.ts'
import { publicEffectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { LoginInput, LoginResult } from '../../../schemas/iam/identity.ts'

export const login = publicEffectEndpoint({
  route: 'POST /api/v1/iam/auth/login',
  summary: 'Sign in with e-mail address and password',
  description:
    'If you are an active member of exactly one tenant, it is selected; otherwise select one. A wrong password and an unknown address get the same response, and only the right password reveals that an address is not verified. After ten failures the account refuses sign-ins for 15 minutes, except with the right password from an address used in the last 90 days or with the `deviceToken` of an earlier response; each of these has ten attempts of its own. An account with a second factor gets no tokens but an `mfaToken`: complete the sign-in at `/api/v1/iam/auth/mfa`. Store `deviceToken` on the device and send it with each sign-in. It does not replace the password.',
  limit: 'auth',
  body: LoginInput,
  returns: LoginResult,
  problems: ['INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED'],
  act: (app, request) => checkCredentials(app, request.now, request.body, readOrigin(request)),
  run: (app, request, account) => signInWithPassword(app, request.unit, account, readOrigin(request)),
})
