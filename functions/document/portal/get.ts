import { findRendition } from '../../../lib/document/documents/document.ts'
import { openSharedDocument } from '../../../lib/document/portal/open-shared-document.ts'
import { buildPagePolicy, renderPortalPage } from '../../../lib/document/portal/render-portal-page.ts'
import { publicEndpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'

export const getSharedDocument = publicEndpoint({
  route: 'GET /api/document/portal/{token}',
  summary: 'Get a document through a link',
  description: 'The link is signed and expires after the number of days in the setting `billing.portalLinkDays`.',
  produces: 'text/html; charset=utf-8',
  problems: ['NOT_FOUND'],
  async run(app, { params, path, now }) {
    const document = await openSharedDocument(app, params.token, now)
    const { storagePath, locale } = orNotFound(findRendition(document, 'html'))
    const html = String(await app.files.get(storagePath))
    const headers = { 'Content-Security-Policy': buildPagePolicy(html), 'X-Robots-Tag': 'noindex' }
    return reply(renderPortalPage(html, locale, `${path}/download`), { headers })
  },
})
