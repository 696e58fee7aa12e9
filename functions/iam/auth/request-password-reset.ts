import { requestPasswordResetMail } from '../../../lib/iam/accounts/request-account-mail.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { EmailInput } from '../../../schemas/iam/identity.ts'

export const requestPasswordReset = publicEndpoint({
  route: 'POST /api/v1/iam/auth/request-password-reset',
  summary: 'Ask for a mail with which the password can be reset; always reports success',
  description:
    'A mail goes out only where the address has an account. Also for accounts that have no password yet, since they were made by signing in with another provider.',
  limit: 'auth',
  body: EmailInput,
  success: 202,
  run: (app, { body, unit }) => requestPasswordResetMail(app, unit, body.email),
})
