import { publicEndpoint } from '../../../lib/http/endpoint.ts'
import { originOf } from '../../../lib/identity/device.ts'
import { logIn } from '../../../lib/identity/login.ts'
import { LoginInput, Tokens } from '../../../schemas/identity.ts'

export const login = publicEndpoint({
  route: 'POST /api/v1/iam/auth/login',
  summary: 'Sign in with e-mail address and password',
  limit: 'auth',
  body: LoginInput,
  returns: Tokens,
  problems: ['INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED'],
  run: (app, request) => logIn(app, request.unit, request.body.email, request.body.password, originOf(request)),
})
