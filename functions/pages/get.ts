import { isRecordPath } from '../../lib/pages/kinds/page-kinds.ts'
import { HTML } from '../../lib/pages/reply-page.ts'
import { replyRecordPage } from '../../lib/pages/reply-record-page.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'
import { notFound } from '../../lib/platform/problem.ts'

export const getRecordPage = publicEndpoint({
  route: 'GET /{module}/{path+}',
  summary: 'Get the page that shows a resource or a list',
  description:
    'The path is that of the API without `/api`, as in `/billing/invoices/{id}`. Mails to members link to it. The page itself is the same for everybody: it signs its reader in and reads from the API what it shows.',
  produces: HTML,
  open: true,
  problems: ['NOT_FOUND'],
  async run({ config }, { path, headers }) {
    if (!isRecordPath(path)) throw notFound()
    return await replyRecordPage(config, headers['accept-language'])
  },
})
