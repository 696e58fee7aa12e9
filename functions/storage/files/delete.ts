import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { deleteFile as removeFile } from '../../../lib/storage/files/delete-file.ts'
import { loadReadableFile } from '../../../lib/storage/files/require-readable-file.ts'

export const deleteFile = endpoint({
  route: 'DELETE /api/storage/files/{id}',
  scope: 'storage:file:write',
  summary: 'Delete a file that is used nowhere',
  description: 'The content is erased shortly afterwards, and the file with it.',
  ifMatch: true,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run({ db }, { caller, params, unit }) {
    removeFile(unit, await loadReadableFile(db, unit, caller, params.id), 'delete')
  },
})
