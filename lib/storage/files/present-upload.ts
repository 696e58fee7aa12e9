import { type FileUpload, PART_BYTES } from '../../../schemas/storage/file.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { findMissingParts, getUploadPath, type PlannedPart, planParts, type StoredFile } from './file.ts'

/** Long enough for a part on a slow line; a client gets new URLs at any time. */
const URL_SECONDS = 3600

const listUploadedParts = async (
  { files }: Pick<App, 'files'>,
  tenant: Id,
  { id, uploadId, sizeBytes }: StoredFile,
) => {
  const path = getUploadPath(tenant, id)
  if (uploadId !== null) return (await files.listParts(path, uploadId)) ?? planParts(sizeBytes)
  const size = await files.findSize(path)
  return size === undefined ? [] : [{ number: 1, sizeBytes: size }]
}

interface Shown {
  /** A new upload has no parts, so that they need not be read. */
  isNew?: boolean
  /** True if the caller may upload, and not only see how far an upload is. */
  isWriter: boolean
}

/** Presents an upload with its parts and, for those who may write, a signed URL for each. */
export const presentUpload = async (
  app: Pick<App, 'files'>,
  tenant: Id,
  file: StoredFile,
  now: Date,
  { isNew = false, isWriter }: Shown,
): Promise<FileUpload> => {
  const { id, sha256, uploadId, sizeBytes } = file
  const planned = planParts(sizeBytes)
  const missing = new Set(findMissingParts(planned, isNew ? [] : await listUploadedParts(app, tenant, file)))
  const expiresAt = new Date(now.getTime() + URL_SECONDS * 1000).toISOString()
  const sign = ({ number, sizeBytes: size }: PlannedPart) =>
    app.files.getUploadUrl(getUploadPath(tenant, id), {
      sizeBytes: size,
      ...(uploadId === null ? { sha256 } : { part: { uploadId, number } }),
      seconds: URL_SECONDS,
      from: now,
    })
  const parts = planned.map(async (part) => ({
    ...part,
    isUploaded: !missing.has(part.number),
    ...(isWriter ? await sign(part) : { url: null, headers: {} }),
    expiresAt,
  }))
  return { id, expiresAt: file.expiresAt ?? expiresAt, partSizeBytes: PART_BYTES, parts: await Promise.all(parts) }
}
