import { publicEndpoint } from '../../../lib/http/endpoint.ts'
import { originOf } from '../../../lib/identity/device.ts'
import { logIn } from '../../../lib/identity/login.ts'
import { LoginInput, Tokens } from '../../../schemas/identity.ts'

export const login = publicEndpoint({
  route: 'POST /api/v1/iam/auth/login',
  summary: 'Sign in with e-mail address and password',
  description:
    'Where you are an active member of one tenant, the token works in it at once; with several, select one. A wrong password and an unknown address answer alike, and that an address is not verified is told to nobody without the password. Ten failures slow an account down for a quarter of an hour, wherever they come from; nobody is locked out for good.',
  limit: 'auth',
  body: LoginInput,
  returns: Tokens,
  problems: ['INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED'],
  run: (app, request) => logIn(app, request.unit, request.body.email, request.body.password, originOf(request)),
})
