import { HTML } from '../../lib/pages/reply-page.ts'
import { replyStep } from '../../lib/pages/reply-step.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getResendVerificationPage = publicEndpoint({
  route: 'GET /resend-verification',
  summary: 'Get the page on which a person asks for another verification mail',
  description: 'The page is in the language that the browser wishes for.',
  produces: HTML,
  open: true,
  run: (_app, { headers }) => replyStep('resend-verification', headers['accept-language']),
})
