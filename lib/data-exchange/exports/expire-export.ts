import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { move } from '../../platform/moves.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { EXPORT_MOVES, getExportPath } from './export.ts'
import { exports, findExport } from './export-store.ts'

/** Ends the download of an export and deletes its file. */
export const expireExport = async (
  { db, files }: Pick<App, 'db' | 'files'>,
  { tenant, exportId }: TaskData['data_exchange.export.expire'],
  now: Date,
): Promise<void> => {
  const expired = await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const found = await findExport(db, tenant, exportId)
    if (found?.status !== 'ready') return found
    return unit.update(exports, found, { status: move(EXPORT_MOVES, 'export', found.status, 'expire') })
  })
  if (expired?.status === 'expired') await files.delete(getExportPath(tenant, exportId, expired.fileOf ?? 0))
}
