import * as Type from 'typebox'
import { readPageOfDocuments } from '../../../lib/document/documents/document-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { DOCUMENT_STATES, DOCUMENT_TYPES, Document } from '../../../schemas/document/document.ts'
import { oneOf } from '../../../schemas/types.ts'

export const listDocuments = listEndpoint({
  route: 'GET /api/document/documents',
  scope: 'document:document:read',
  summary: 'List documents, newest first',
  query: {
    type: oneOf(DOCUMENT_TYPES),
    status: oneOf(DOCUMENT_STATES),
    subject: Type.String({ maxLength: 500, description: 'URI of the record that the documents show' }),
  },
  of: Document,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => readPageOfDocuments(db, caller.tenant, page, query),
})
