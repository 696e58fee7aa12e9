import { hash } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { move } from '../../platform/moves.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { findContentFault } from '../checks/find-content-fault.ts'
import { FILE_MOVES, getContentPath, getUploadPath, type StoredFile } from './file.ts'
import { files, findFile } from './file-store.ts'
import { freeBytes } from './usage-store.ts'

let last: Promise<unknown> = Promise.resolve()

/** Runs the work after all that was given before, so that only one file at a time is in memory. */
const runAlone = <T>(work: () => Promise<T>): Promise<T> => {
  const run = last.then(work)
  last = run.catch(() => undefined)
  return run
}

const findFault = async (app: Pick<App, 'files'>, path: string, file: StoredFile): Promise<string | undefined> => {
  const content = await app.files.get(path)
  if (content.length !== file.sizeBytes) return 'The content has another size than declared.'
  if (hash('sha256', content, 'hex') !== file.sha256) return 'The content has another SHA-256 than declared.'
  return await findContentFault(content, file)
}

/**
 * Checks an uploaded file and copies its content to where no signed URL can write, or rejects it. What was uploaded cannot
 * change meanwhile: its URL accepts the declared checksum only, and joined parts accept nothing.
 */
export const checkFile = async (
  app: Pick<App, 'db' | 'files'>,
  { tenant, fileId }: TaskData['storage.file.check'],
  now: Date,
): Promise<void> => {
  const found = await findFile(app.db, tenant, fileId)
  if (found?.status !== 'checking') return
  const [from, to] = [getUploadPath(tenant, fileId), getContentPath(tenant, fileId)]
  const fault = await runAlone(() => findFault(app, from, found))
  if (!fault) await app.files.copy(from, to, found.mimeType)
  const checked = await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const file = await findFile(app.db, tenant, fileId)
    if (file?.status !== 'checking') return file
    const status = move(FILE_MOVES, 'file', file.status, fault ? 'reject' : 'accept')
    if (fault) {
      freeBytes(unit, file.sizeBytes)
      unit.schedule('storage.file.erase', { tenant, fileId })
    }
    return unit.update(files, file, { status, rejectionReason: fault ?? null })
  })
  if (checked?.status === 'ready') await app.files.delete(from)
  // A second check of the same file may have copied it after it was deleted.
  else await app.files.delete(to)
}
