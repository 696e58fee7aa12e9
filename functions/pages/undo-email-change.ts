import { HTML } from '../../lib/pages/reply-page.ts'
import { replyStep } from '../../lib/pages/reply-step.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getUndoEmailChangePage = publicEndpoint({
  route: 'GET /undo-email-change',
  summary: 'Get the page that stops or undoes a change of the e-mail address',
  description: 'The link of a mail opens it with a `token`. Opening the page does not use the token; its button does.',
  produces: HTML,
  open: true,
  run: (_app, { headers }) => replyStep('undo-email-change', headers['accept-language']),
})
