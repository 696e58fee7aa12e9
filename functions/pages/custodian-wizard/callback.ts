import { HTML } from '../../../lib/pages/reply-page.ts'
import { replyRecordPage } from '../../../lib/pages/reply-record-page.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'

export const getWizardCallbackPage = publicEndpoint({
  route: 'GET /custodian-wizard/callback',
  summary: 'Get the page that finishes the custodian wizard',
  description:
    'A provider sends the browser to it with `state` and a code, unless `WIZARD_REDIRECT_URIS` names another page. The page signs its reader in, asks for the custodian, and connects it.',
  produces: HTML,
  open: true,
  run: ({ config }, { headers }) => replyRecordPage(config, headers['accept-language']),
})
