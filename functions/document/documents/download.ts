import { createDownload } from '../../../lib/document/documents/create-download.ts'
import { findReadableDocument } from '../../../lib/document/documents/document-store.ts'
import { endpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { prefersJson } from '../../../lib/platform/http/request/prefers-json.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { DocumentDownload, FILE_FORMATS } from '../../../schemas/document/document.ts'
import { oneOf } from '../../../schemas/types.ts'

export const downloadDocument = endpoint({
  route: 'GET /api/document/documents/{id}/download',
  scope: 'document:document:read',
  summary: 'Download a document',
  description:
    'Redirects to a URL that serves the file with its name and type. The URL expires after five minutes and needs no ' +
    'token. With `Accept: application/json` the response is that URL as JSON instead. ' +
    'Needs the scope of the record that the document shows too.',
  query: { format: oneOf(FILE_FORMATS, { description: 'Default: the primary format' }) },
  returns: DocumentDownload,
  success: 302,
  also: 200,
  async run(app, { caller, params, query, headers, now }) {
    const document = orNotFound(await findReadableDocument(app.db, caller, params.id))
    const download = orNotFound(await createDownload(app, document, query.format ?? document.primaryFormat, now))
    const Vary = 'Accept, Origin'
    if (prefersJson(headers.accept, download.mimeType)) return reply(download, { status: 200, headers: { Vary } })
    return reply(undefined, { headers: { Location: download.url, Vary } })
  },
})
