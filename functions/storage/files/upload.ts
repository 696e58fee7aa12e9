import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Problem } from '../../../lib/platform/problem.ts'
import { presentUpload } from '../../../lib/storage/files/present-upload.ts'
import { requireReadableFile } from '../../../lib/storage/files/require-readable-file.ts'
import { FileUpload } from '../../../schemas/storage/file.ts'

export const getFileUpload = endpoint({
  route: 'GET /api/storage/files/{id}/upload',
  scope: 'storage:file:read',
  summary: 'Get an upload: which parts are there, and new URLs',
  returns: FileUpload,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { caller, params, now }) {
    const file = await requireReadableFile(app.db, caller, params.id)
    if (file.status !== 'uploading')
      throw new Problem('OPERATION_NOT_ALLOWED', `The file is ${file.status}, so nothing more can be uploaded.`)
    const isWriter = caller.scopes.has('storage:file:write')
    return await presentUpload(app, caller.tenant, file, now, { isWriter })
  },
})
