import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { readPageOfFiles } from '../../../lib/storage/files/file-store.ts'
import { FILE_PURPOSES, FILE_STATES, StoredFileResource } from '../../../schemas/storage/file.ts'
import { oneOf } from '../../../schemas/types.ts'

export const listFiles = listEndpoint({
  route: 'GET /api/storage/files',
  scope: 'storage:file:read',
  summary: 'List files, newest first',
  description:
    'Lists the files that you may read: those of what your scopes may read, and your own that nothing has used.',
  query: { status: oneOf(FILE_STATES), purpose: oneOf(FILE_PURPOSES) },
  of: StoredFileResource,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => readPageOfFiles(db, caller, page, query),
})
