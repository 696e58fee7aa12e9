import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { deleteFile } from '../../../lib/storage/files/delete-file.ts'
import { files } from '../../../lib/storage/files/file-store.ts'

export const abortFile = endpoint({
  route: 'POST /api/storage/files/{id}/abort',
  scope: 'storage:file:write',
  summary: 'Abort an upload and erase what was uploaded',
  ifMatch: true,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(_app, { params, unit }) {
    deleteFile(unit, await unit.load(files, params.id), 'abort')
  },
})
