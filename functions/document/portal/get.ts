import { findRendition } from '../../../lib/document/documents/document.ts'
import { pagePolicy, renderPortalPage } from '../../../lib/document/portal/portal-page.ts'
import { openSharedDocument } from '../../../lib/document/portal/shared-document.ts'
import { publicEndpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'

export const getSharedDocument = publicEndpoint({
  route: 'GET /api/document/portal/{token}',
  summary: 'See a document by the link that was sent',
  description: 'The link is signed and good until the days of the setting `billing.portalLinkDays` have passed.',
  produces: 'text/html; charset=utf-8',
  problems: ['NOT_FOUND'],
  async run(app, { params, path, now }) {
    const document = await openSharedDocument(app, params.token, now)
    const { storagePath, locale } = orNotFound(findRendition(document, 'html'))
    const html = String(await app.files.get(storagePath as string))
    const headers = { 'Content-Security-Policy': pagePolicy(html), 'X-Robots-Tag': 'noindex' }
    return reply(renderPortalPage(html, locale, `${path}/download`), { headers })
  },
})
