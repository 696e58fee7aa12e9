import { HTML } from '../../lib/pages/reply-page.ts'
import { replyStep } from '../../lib/pages/reply-step.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getVerifyEmailPage = publicEndpoint({
  route: 'GET /verify-email',
  summary: 'Get the page that verifies an e-mail address',
  description: 'The link of a mail opens it with a `token`. Opening the page does not use the token; its button does.',
  produces: HTML,
  open: true,
  run: (_app, { headers }) => replyStep('verify-email', headers['accept-language']),
})
