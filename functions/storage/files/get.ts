import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { findFile } from '../../../lib/storage/files/file-store.ts'
import { StoredFileResource } from '../../../schemas/storage/file.ts'

export const getFile = endpoint({
  route: 'GET /api/storage/files/{id}',
  scope: 'storage:file:read',
  summary: 'Get a file',
  returns: StoredFileResource,
  run: async ({ db }, { caller, params }) => orNotFound(await findFile(db, caller.tenant, params.id)),
})
