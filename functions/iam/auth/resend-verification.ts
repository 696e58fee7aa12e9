import { mayMail } from '../../../lib/iam/accounts/count-mail.ts'
import { requestVerificationMail } from '../../../lib/iam/accounts/request-account-mail.ts'
import { publicEffectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { EmailInput } from '../../../schemas/iam/identity.ts'

export const resendVerification = publicEffectEndpoint({
  route: 'POST /api/v1/iam/auth/resend-verification',
  summary: 'Send the verification mail again',
  description:
    'Always succeeds; sends a mail only if the address has an unverified account and got fewer than five mails in the last hour. Earlier links stop working.',
  hidesTime: true,
  body: EmailInput,
  success: 202,
  act: (app, { body, now }) => mayMail(app, now, body.email),
  run: (app, { body, unit }, isMailed) => requestVerificationMail(app, unit, body.email, isMailed),
})
