import { createDownload } from '../../../lib/document/documents/create-download.ts'
import { openSharedDocument } from '../../../lib/document/portal/open-shared-document.ts'
import { publicEndpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'

export const downloadSharedDocument = publicEndpoint({
  route: 'GET /api/document/portal/{token}/download',
  summary: 'Download a document through a link',
  success: 302,
  problems: ['NOT_FOUND'],
  async run(app, { params, now }) {
    const document = await openSharedDocument(app, params.token, now)
    const { url } = orNotFound(await createDownload(app, document, document.primaryFormat, now))
    return reply(undefined, { headers: { Location: url } })
  },
})
