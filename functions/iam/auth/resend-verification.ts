import { requestVerificationMail } from '../../../lib/iam/accounts/request-account-mail.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { EmailInput } from '../../../schemas/iam/identity.ts'

export const resendVerification = publicEndpoint({
  route: 'POST /api/v1/iam/auth/resend-verification',
  summary: 'Ask for the verification mail again; always reports success',
  description:
    'A mail goes out only where the address has an account that is not verified; the link of before is void then.',
  body: EmailInput,
  success: 202,
  run: (app, { body, unit }) => requestVerificationMail(app, unit, body.email),
})
