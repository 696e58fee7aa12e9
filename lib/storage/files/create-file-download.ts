import type { FileDownload } from '../../../schemas/storage/file.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { getContentPath, type StoredFile } from './file.ts'

const EXPIRY_SECONDS = 5 * 60

/** Creates a short-lived URL that serves a checked file as an attachment of its checked type. */
export const createFileDownload = async (
  { files }: Pick<App, 'files'>,
  tenant: Id,
  { id, name: filename, status, mimeType, sizeBytes }: StoredFile,
  now: Date,
): Promise<FileDownload> => {
  if (status !== 'ready')
    throw new Problem('OPERATION_NOT_ALLOWED', `The file is ${status}. To download it, it must be ready.`)
  const url = await files.getDownloadUrl(getContentPath(tenant, id), {
    filename,
    mimeType,
    seconds: EXPIRY_SECONDS,
    from: now,
  })
  const expiresAt = new Date(now.getTime() + EXPIRY_SECONDS * 1000).toISOString()
  return { id, url, expiresAt, filename, mimeType, sizeBytes }
}
