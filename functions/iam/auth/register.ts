import { registerIdentity } from '../../../lib/iam/accounts/register-identity.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { Registered, RegisterInput } from '../../../schemas/iam/identity.ts'

export const register = publicEndpoint({
  route: 'POST /api/v1/iam/auth/register',
  summary: 'Register an account',
  description:
    'Sends a verification mail. An address that already has an account gets the same response, and its owner is notified by mail; the password, `firstName`, `country` and `marketingOptIn` of an account that was never verified are replaced, and earlier verification mails stop working. The tenant is named after `company`, or after you. The most common passwords are refused.',
  body: RegisterInput,
  success: 201,
  returns: Registered,
  run: (app, { body, unit }) => registerIdentity(app, unit, body),
})
