import { readOrigin } from '../../../lib/iam/sessions/origin.ts'
import { signInWithPassword } from '../../../lib/iam/sessions/sign-in-with-password.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { LoginInput, LoginTokens } from '../../../schemas/iam/identity.ts'

export const login = publicEndpoint({
  route: 'POST /api/v1/iam/auth/login',
  summary: 'Sign in with e-mail address and password',
  description:
    'Where you are an active member of one tenant, the token works in it at once; with several, select one. A wrong password and an unknown address answer alike, and that an address is not verified is told to nobody without the password. Ten failures slow an account down for a quarter of an hour, wherever they come from. The right password still opens it from an address that it was used from in the last ninety days, or with the `deviceToken` of an earlier answer; these have ten tries of their own. Keep `deviceToken` on the device and send it with each sign-in. It opens nothing by itself.',
  limit: 'auth',
  body: LoginInput,
  returns: LoginTokens,
  problems: ['INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED'],
  run: (app, request) => signInWithPassword(app, request.unit, request.body, readOrigin(request)),
})
