import { registerIdentity } from '../../../lib/iam/accounts/register-identity.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { Registered, RegisterInput } from '../../../schemas/iam/identity.ts'

export const register = publicEndpoint({
  route: 'POST /api/v1/iam/auth/register',
  summary: 'Register; a verification mail is sent, and the answer never tells whether the address was known',
  description:
    'An address that has an account already gets the same answer, and its owner a mail that says so. The tenant is named after `company`, or after you. Passwords that everybody guesses first are refused.',
  body: RegisterInput,
  success: 201,
  returns: Registered,
  run: (app, { body, unit }) => registerIdentity(app, unit, body),
})
