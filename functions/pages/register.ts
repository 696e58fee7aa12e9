import { HTML } from '../../lib/pages/reply-page.ts'
import { replyStep } from '../../lib/pages/reply-step.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getRegisterPage = publicEndpoint({
  route: 'GET /register',
  summary: 'Get the page on which a person registers',
  description: 'The page is in the language that the browser wishes for.',
  produces: HTML,
  open: true,
  run: (_app, { headers }) => replyStep('register', headers['accept-language']),
})
