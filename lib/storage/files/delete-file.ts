import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { move } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { FILE_MOVES, getContentPath, getUploadPath, type StoredFile } from './file.ts'
import { files, findFile } from './file-store.ts'
import { freeBytes } from './usage-store.ts'

/** Deletes a file in the unit; a task erases its content. What is rejected has freed its bytes already. */
export const deleteFile = (unit: Unit, file: StoredFile, action: 'abort' | 'expire' | 'delete'): void => {
  const status = move(FILE_MOVES, 'file', file.status, action)
  if (file.referenceCount > 0) {
    const places = file.referenceCount === 1 ? 'one place' : `${file.referenceCount} places`
    throw new Problem('OPERATION_NOT_ALLOWED', `The file is used in ${places}. Remove it there first.`)
  }
  if (file.status !== 'rejected') freeBytes(unit, file.sizeBytes)
  unit.update(files, file, { status, expiresAt: null })
  unit.schedule('storage.file.erase', { tenant: unit.tenant, fileId: file.id })
}

/** Ends an upload that nobody completed in time. */
export const expireUpload = async (
  { db }: Pick<App, 'db'>,
  { tenant, fileId }: TaskData['storage.upload.expire'],
  now: Date,
): Promise<void> =>
  runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const file = await findFile(db, tenant, fileId)
    if (file?.status === 'uploading') deleteFile(unit, file, 'expire')
  })

/** Erases the content of a file, and the file itself unless it was rejected, so that its reason can be read. */
export const eraseFile = async (
  app: Pick<App, 'db' | 'files'>,
  { tenant, fileId }: TaskData['storage.file.erase'],
  now: Date,
): Promise<void> => {
  const found = await findFile(app.db, tenant, fileId)
  if (found?.status !== 'deleted' && found?.status !== 'rejected') return
  const path = getUploadPath(tenant, fileId)
  if (found.uploadId !== null) await app.files.abortParts(path, found.uploadId)
  await app.files.delete(path)
  await app.files.delete(getContentPath(tenant, fileId))
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const file = await findFile(app.db, tenant, fileId)
    if (file?.status === 'deleted') unit.remove(files, file)
  })
}
