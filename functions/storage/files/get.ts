import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { requireReadableFile } from '../../../lib/storage/files/require-readable-file.ts'
import { StoredFileResource } from '../../../schemas/storage/file.ts'

export const getFile = endpoint({
  route: 'GET /api/storage/files/{id}',
  scope: 'storage:file:read',
  summary: 'Get a file',
  description:
    'Needs the scope of what the file belongs to too, such as `billing:bill:read`; any one suffices if several things use it. ' +
    'Without it, the file is not found. Until a file is used, it is read by whoever uploaded it and by who may read ' +
    'everything that can use a file of its purpose.',
  returns: StoredFileResource,
  run: ({ db }, { caller, params }) => requireReadableFile(db, caller, params.id),
})
