import { effectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { completeUpload, joinUpload } from '../../../lib/storage/files/complete-upload.ts'
import { files } from '../../../lib/storage/files/file-store.ts'
import { StoredFileResource } from '../../../schemas/storage/file.ts'

export const completeFile = effectEndpoint({
  route: 'POST /api/storage/files/{id}/complete',
  scope: 'storage:file:write',
  summary: 'Complete an upload, so that its content is checked',
  returns: StoredFileResource,
  success: 202,
  problems: ['OPERATION_NOT_ALLOWED'],
  async act(app, { caller, params, unit }) {
    const file = await unit.load(files, params.id)
    if (file.status === 'uploading') await joinUpload(app, caller.tenant, file)
  },
  async run(_app, { params, unit }) {
    return completeUpload(unit, await unit.load(files, params.id))
  },
})
