import { withAttachments } from '../../../lib/document/attachments/with-attachments.ts'
import { findReadableDocument } from '../../../lib/document/documents/document-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Document } from '../../../schemas/document/document.ts'

export const getDocument = endpoint({
  route: 'GET /api/document/documents/{id}',
  scope: 'document:document:read',
  summary: 'Get a document',
  description:
    'Needs the scope of the record that the document shows too, such as `billing:invoice:read` for an invoice and ' +
    '`shipping:shipment:read` for a label. Without it, the document is not found.',
  returns: Document,
  async run({ db }, { caller, params }) {
    return await withAttachments(db, caller.tenant, orNotFound(await findReadableDocument(db, caller, params.id)))
  },
})
