import { createExportDownload } from '../../../lib/data-exchange/exports/create-export-download.ts'
import { openExportLink } from '../../../lib/data-exchange/exports/export-link.ts'
import { publicEndpoint, reply } from '../../../lib/platform/http/endpoint.ts'

export const followExportLink = publicEndpoint({
  route: 'GET /api/data-exchange/export-links/{token}',
  summary: 'Download the file of an export through the link of a mail',
  description:
    'Redirects to a URL that serves the file. The link ends with the file, and when whoever asked leaves the tenant or ' +
    'must not read the list any more.',
  success: 302,
  problems: ['NOT_FOUND'],
  async run(app, { params, now }) {
    const { tenant, found } = await openExportLink(app, params.token, now)
    const { url } = await createExportDownload(app, tenant, found, now)
    return reply(undefined, { headers: { Location: url } })
  },
})
