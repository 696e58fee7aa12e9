import type { ExportDownload } from '../../../schemas/data-exchange/export.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { getExportPath, type StoredExport } from './export.ts'

const EXPIRY_SECONDS = 5 * 60

/** Creates a short-lived URL that serves the file as an attachment. */
export const createExportDownload = async (
  { files }: Pick<App, 'files'>,
  tenant: Id,
  { id, status, fileOf, filename, mimeType, sizeBytes }: StoredExport,
  now: Date,
): Promise<ExportDownload> => {
  if (status !== 'ready' || fileOf === null || mimeType === null)
    throw new Problem('OPERATION_NOT_ALLOWED', `The export is ${status}. To download it, it must be ready.`)
  const url = await files.getDownloadUrl(getExportPath(tenant, id, fileOf), {
    filename,
    mimeType,
    seconds: EXPIRY_SECONDS,
    from: now,
  })
  const expiresAt = new Date(now.getTime() + EXPIRY_SECONDS * 1000).toISOString()
  return { id, url, expiresAt, filename, mimeType, sizeBytes }
}
