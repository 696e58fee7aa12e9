import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { deleteFile } from '../../../lib/storage/files/delete-file.ts'
import { loadReadableFile } from '../../../lib/storage/files/require-readable-file.ts'

export const abortFile = endpoint({
  route: 'POST /api/storage/files/{id}/abort',
  scope: 'storage:file:write',
  summary: 'Abort an upload and erase what was uploaded',
  ifMatch: true,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run({ db }, { caller, params, unit }) {
    deleteFile(unit, await loadReadableFile(db, unit, caller, params.id), 'abort')
  },
})
