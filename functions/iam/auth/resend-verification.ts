import { requestVerificationMail } from '../../../lib/iam/accounts/request-account-mail.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { EmailInput } from '../../../schemas/iam/identity.ts'

export const resendVerification = publicEndpoint({
  route: 'POST /api/v1/iam/auth/resend-verification',
  summary: 'Send the verification mail again',
  description:
    'Always succeeds; sends a mail only if the address has an unverified account. Earlier links stop working.',
  body: EmailInput,
  success: 202,
  run: (app, { body, unit }) => requestVerificationMail(app, unit, body.email),
})
