import { HTML } from '../../lib/pages/reply-page.ts'
import { replyRecordPage } from '../../lib/pages/reply-record-page.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getSignInPage = publicEndpoint({
  route: 'GET /sign-in',
  summary: 'Get the page on which a person signs in',
  description:
    'Signs in with a password, a second factor and another provider, and then shows what happened and what the person may read.',
  produces: HTML,
  open: true,
  run: ({ config }, { headers }) => replyRecordPage(config, headers['accept-language']),
})
