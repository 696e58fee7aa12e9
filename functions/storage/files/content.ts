import { endpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { prefersJson } from '../../../lib/platform/http/request/prefers-json.ts'
import { createFileDownload } from '../../../lib/storage/files/create-file-download.ts'
import { requireReadableFile } from '../../../lib/storage/files/require-readable-file.ts'
import { FileDownload } from '../../../schemas/storage/file.ts'

export const getFileContent = endpoint({
  route: 'GET /api/storage/files/{id}/content',
  scope: 'storage:file:read',
  summary: 'Download a file',
  description:
    'Redirects to a URL that serves the file as an attachment with its name and checked type. The URL expires after five ' +
    'minutes and needs no token. With `Accept: application/json` the response is that URL as JSON instead. Needs the scope of what the file belongs to too.',
  returns: FileDownload,
  success: 302,
  also: 200,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { caller, params, headers, now }) {
    const file = await requireReadableFile(app.db, caller, params.id)
    const download = await createFileDownload(app, caller.tenant, file, now)
    const Vary = 'Accept, Origin'
    if (prefersJson(headers.accept, download.mimeType)) return reply(download, { status: 200, headers: { Vary } })
    return reply(undefined, { headers: { Location: download.url, Vary } })
  },
})
