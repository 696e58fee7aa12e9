import { undoEmailChange as undo } from '../../../../lib/iam/account-changes/change-email.ts'
import { readOrigin } from '../../../../lib/iam/sessions/origin.ts'
import { publicEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { TokenInput } from '../../../../schemas/iam/identity.ts'

export const undoEmailChange = publicEndpoint({
  route: 'POST /api/v1/iam/auth/email-change/undo',
  summary: 'Stop or undo a change of your e-mail address',
  description:
    'The token from the mail to the earlier address works once, for eight days, until a newer one is mailed. The earlier address applies again, all sessions end, accounts of other providers that were linked since the request are unlinked, and the password becomes invalid: request a password reset.',
  limit: 'auth',
  body: TokenInput,
  run: (app, request) => undo(app, request.unit, request.body.token, readOrigin(request)),
})
