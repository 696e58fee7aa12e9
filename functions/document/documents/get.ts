import { findDocument } from '../../../lib/document/document-store.ts'
import { endpoint } from '../../../lib/http/endpoint.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { Document } from '../../../schemas/document.ts'

export const getDocument = endpoint({
  route: 'GET /api/document/documents/{id}',
  scope: 'document:document:read',
  summary: 'Get a document',
  returns: Document,
  async run({ db }, { caller, params }) {
    return orNotFound(await findDocument(db, caller.tenant, params.id))
  },
})
