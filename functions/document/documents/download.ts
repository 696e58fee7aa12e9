import { findDocument } from '../../../lib/document/document-store.ts'
import { downloadOf } from '../../../lib/document/download.ts'
import { endpoint } from '../../../lib/http/endpoint.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { DOCUMENT_FORMATS, DocumentDownload } from '../../../schemas/document.ts'
import { oneOf } from '../../../schemas/types.ts'

export const downloadDocument = endpoint({
  route: 'GET /api/document/documents/{id}/download',
  scope: 'document:document:read',
  summary: 'Get an address from which a document can be downloaded, for five minutes',
  query: { format: oneOf(DOCUMENT_FORMATS, { description: 'The primary format where it is not given' }) },
  returns: DocumentDownload,
  async run(app, { caller, params, query, now }) {
    const document = orNotFound(await findDocument(app.db, caller.tenant, params.id))
    return orNotFound(await downloadOf(app, document, query.format ?? document.primaryFormat, now))
  },
})
