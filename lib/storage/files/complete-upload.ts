import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { FILE_MOVES, findMissingParts, getUploadPath, planParts, type StoredFile } from './file.ts'
import { files } from './file-store.ts'

const refuseMissing = (missing: readonly number[]) => {
  const shown = missing.slice(0, 10).join(', ')
  const parts = missing.length === 1 ? `Part ${shown} is` : `Parts ${shown}${missing.length > 10 ? ', …' : ''} are`
  return new Problem('OPERATION_NOT_ALLOWED', `${parts} not uploaded. Upload what is missing, then complete again.`)
}

/**
 * Makes the uploaded parts one file. It may be repeated: an upload that an earlier, interrupted request has joined is found
 * by its size.
 */
export const joinUpload = async ({ files }: Pick<App, 'files'>, tenant: Id, file: StoredFile): Promise<void> => {
  const { id, uploadId, sizeBytes } = file
  const path = getUploadPath(tenant, id)
  const planned = planParts(sizeBytes)
  const uploaded = uploadId === null ? undefined : await files.listParts(path, uploadId)
  if (uploaded) {
    const missing = findMissingParts(planned, uploaded)
    if (missing.length) throw refuseMissing(missing)
    await files.joinParts(path, uploadId as string, uploaded)
  }
  if ((await files.findSize(path)) !== sizeBytes) throw refuseMissing(planned.map(({ number }) => number))
}

/** Ends the upload and schedules the check of its content. */
export const completeUpload = (unit: Unit, file: StoredFile): StoredFile => {
  const status = move(FILE_MOVES, 'file', file.status, 'complete')
  unit.schedule('storage.file.check', { tenant: unit.tenant, fileId: file.id })
  return unit.update(files, file, { status, expiresAt: null })
}
