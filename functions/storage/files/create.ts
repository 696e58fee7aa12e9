import { effectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { addUpload, beginUpload } from '../../../lib/storage/files/begin-upload.ts'
import { presentUpload } from '../../../lib/storage/files/present-upload.ts'
import { CreateFileInput, FileUpload } from '../../../schemas/storage/file.ts'

export const createFile = effectEndpoint({
  route: 'POST /api/storage/files',
  scope: 'storage:file:write',
  summary: 'Begin to upload a file',
  description:
    'PUT each part to its URL with its headers, then complete the upload. The content must have exactly the declared ' +
    'size, SHA-256 and type; a file whose content is also of another type is rejected. An upload that is not completed ' +
    'within a day ends.',
  body: CreateFileInput,
  success: 201,
  returns: FileUpload,
  idempotent: true,
  problems: ['OPERATION_NOT_ALLOWED'],
  act: (app, { caller, body, now }) => beginUpload(app, caller.tenant, body, now),
  run: (app, { caller, body, now, unit }, begun) =>
    presentUpload(app, caller.tenant, addUpload(unit, begun, body), now, { isNew: true, isWriter: true }),
})
