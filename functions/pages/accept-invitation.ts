import { HTML } from '../../lib/pages/reply-page.ts'
import { replyStep } from '../../lib/pages/reply-step.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getAcceptInvitationPage = publicEndpoint({
  route: 'GET /accept-invitation',
  summary: 'Get the page that accepts an invitation',
  description:
    'The link of a mail opens it with a `token`. Opening the page does not use the token; its button does. It asks for a first name and a password if the address has no account.',
  produces: HTML,
  open: true,
  run: (_app, { headers }) => replyStep('accept-invitation', headers['accept-language']),
})
