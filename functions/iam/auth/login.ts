import { publicEndpoint } from '../../../lib/http/endpoint.ts'
import { logIn } from '../../../lib/identity/login.ts'
import { LoginInput, Tokens } from '../../../schemas/identity.ts'

export const login = publicEndpoint({
  route: 'POST /api/v1/iam/auth/login',
  summary: 'Sign in with e-mail address and password',
  limit: 'auth',
  body: LoginInput,
  returns: Tokens,
  problems: ['INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED'],
  run: (app, { body, unit }) => logIn(app, unit, body.email, body.password),
})
