import { confirmEmailChange as confirm } from '../../../../lib/iam/account-changes/change-email.ts'
import { readOrigin } from '../../../../lib/iam/sessions/origin.ts'
import { publicEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { TokenInput } from '../../../../schemas/iam/identity.ts'

export const confirmEmailChange = publicEndpoint({
  route: 'POST /api/v1/iam/auth/email-change/confirm',
  summary: 'Confirm another e-mail address',
  description:
    'The token from the mail to the new address works once, for 24 hours, until a newer one is mailed. Sessions and memberships continue.',
  limit: 'auth',
  body: TokenInput,
  run: (app, request) => confirm(app, request.unit, request.body.token, readOrigin(request)),
})
