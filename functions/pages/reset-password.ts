import { HTML } from '../../lib/pages/reply-page.ts'
import { replyStep } from '../../lib/pages/reply-step.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getResetPasswordPage = publicEndpoint({
  route: 'GET /reset-password',
  summary: 'Get the page on which a person chooses a new password',
  description: 'The link of a mail opens it with a `token`. Opening the page does not use the token; its button does.',
  produces: HTML,
  open: true,
  run: (_app, { headers }) => replyStep('reset-password', headers['accept-language']),
})
