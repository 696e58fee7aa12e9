import { HTML } from '../../lib/pages/reply-page.ts'
import { replyStep } from '../../lib/pages/reply-step.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getRequestPasswordResetPage = publicEndpoint({
  route: 'GET /request-password-reset',
  summary: 'Get the page on which a person asks for a new password',
  description: 'The page is in the language that the browser wishes for.',
  produces: HTML,
  open: true,
  run: (_app, { headers }) => replyStep('request-password-reset', headers['accept-language']),
})
