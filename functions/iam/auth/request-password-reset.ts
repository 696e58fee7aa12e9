import { requestPasswordResetMail } from '../../../lib/iam/accounts/request-account-mail.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { EmailInput } from '../../../schemas/iam/identity.ts'

export const requestPasswordReset = publicEndpoint({
  route: 'POST /api/v1/iam/auth/request-password-reset',
  summary: 'Request a password reset by e-mail',
  description:
    'Always succeeds; sends a mail only if the address has an account. This also sets the first password of an account created with another provider.',
  limit: 'auth',
  body: EmailInput,
  success: 202,
  run: (app, { body, unit }) => requestPasswordResetMail(app, unit, body.email),
})
