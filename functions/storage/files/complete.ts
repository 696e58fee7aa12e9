import { effectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { completeUpload, joinUpload } from '../../../lib/storage/files/complete-upload.ts'
import { loadReadableFile } from '../../../lib/storage/files/require-readable-file.ts'
import { StoredFileResource } from '../../../schemas/storage/file.ts'

export const completeFile = effectEndpoint({
  route: 'POST /api/storage/files/{id}/complete',
  scope: 'storage:file:write',
  summary: 'Complete an upload, so that its content is checked',
  returns: StoredFileResource,
  success: 202,
  problems: ['OPERATION_NOT_ALLOWED'],
  async act(app, { caller, params, unit }) {
    const file = await loadReadableFile(app.db, unit, caller, params.id)
    if (file.status === 'uploading') await joinUpload(app, caller.tenant, file)
  },
  async run({ db }, { caller, params, unit }) {
    return completeUpload(unit, await loadReadableFile(db, unit, caller, params.id))
  },
})
