import * as Type from 'typebox'
import { addAttachments } from '../../../lib/document/attachments/with-attachments.ts'
import { readPageOfDocuments } from '../../../lib/document/documents/document-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { DOCUMENT_STATES, DOCUMENT_TYPES, Document } from '../../../schemas/document/document.ts'
import { oneOf } from '../../../schemas/types.ts'

export const listDocuments = listEndpoint({
  route: 'GET /api/document/documents',
  scope: 'document:document:read',
  summary: 'List documents, newest first',
  description: 'Lists the documents that show what your scopes may read.',
  query: {
    type: oneOf(DOCUMENT_TYPES),
    status: oneOf(DOCUMENT_STATES),
    subject: Type.String({ maxLength: 500, description: 'URI of the record that the documents show' }),
  },
  of: Document,
  itemsPerPage: 30,
  async run({ db }, { caller, query, page }) {
    const found = await readPageOfDocuments(db, caller, page, query)
    return { ...found, items: await addAttachments(db, caller.tenant, found.items) }
  },
})
