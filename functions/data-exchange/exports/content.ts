import { createExportDownload } from '../../../lib/data-exchange/exports/create-export-download.ts'
import { requireReadableExport } from '../../../lib/data-exchange/exports/require-readable-export.ts'
import { endpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { prefersJson } from '../../../lib/platform/http/request/prefers-json.ts'
import { ExportDownload } from '../../../schemas/data-exchange/export.ts'

export const getExportContent = endpoint({
  route: 'GET /api/data-exchange/exports/{id}/content',
  scope: 'data_exchange:export:read',
  summary: 'Download the file of an export',
  description:
    'Redirects to a URL that serves the file as an attachment. The URL expires after five minutes and needs no token. With ' +
    '`Accept: application/json` the response is that URL as JSON instead. Needs the scope of the exported list too.',
  returns: ExportDownload,
  success: 302,
  also: 200,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { caller, params, headers, now }) {
    const found = await requireReadableExport(app.db, caller, params.id)
    const download = await createExportDownload(app, caller.tenant, found, now)
    const Vary = 'Accept, Origin'
    if (prefersJson(headers.accept, download.mimeType)) return reply(download, { status: 200, headers: { Vary } })
    return reply(undefined, { headers: { Location: download.url, Vary } })
  },
})
