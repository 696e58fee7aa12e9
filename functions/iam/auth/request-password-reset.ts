import { mayMail } from '../../../lib/iam/accounts/count-mail.ts'
import { requestPasswordResetMail } from '../../../lib/iam/accounts/request-account-mail.ts'
import { publicEffectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { EmailInput } from '../../../schemas/iam/identity.ts'

export const requestPasswordReset = publicEffectEndpoint({
  route: 'POST /api/v1/iam/auth/request-password-reset',
  summary: 'Request a password reset by e-mail',
  description:
    'Always succeeds; sends a mail only if the address has an account and got fewer than five mails in the last hour. This also sets the first password of an account created with another provider.',
  limit: 'auth',
  hidesTime: true,
  body: EmailInput,
  success: 202,
  act: (app, { body, now }) => mayMail(app, now, body.email),
  run: (app, { body, unit }, isMailed) => requestPasswordResetMail(app, unit, body.email, isMailed),
})
