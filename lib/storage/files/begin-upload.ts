import { type CreateFileInput, type FilePurpose, type FileType, MAX_FILE_BYTES } from '../../../schemas/storage/file.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, newId } from '../../platform/id.ts'
import { invalid, type Violation } from '../../platform/problem.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { nameActor } from '../../platform/store/unit-scope.ts'
import { FILE_SETTINGS } from '../file-settings.ts'
import { getUploadPath, MEGABYTE, planParts, type StoredFile } from './file.ts'
import { files } from './file-store.ts'
import { describeUnused } from './file-uses.ts'
import { reserveBytes } from './usage-store.ts'

/** An upload that is not completed ends after this time. */
const UPLOAD_MS = 24 * 3600_000

/** Types and sizes of purposes that allow less than an attachment. */
const PURPOSES: Partial<Record<FilePurpose, { types: readonly FileType[]; maxBytes: number; size: string }>> = {
  logo: { types: ['image/png', 'image/jpeg'], maxBytes: 512 * 1024, size: '512 KB' },
  import: { types: ['text/csv'], maxBytes: 10 * MEGABYTE, size: '10 MB' },
  proof_of_delivery: {
    types: ['image/png', 'image/jpeg', 'application/pdf'],
    maxBytes: MAX_FILE_BYTES,
    size: '100 MB',
  },
  bank_statement: {
    types: ['application/xml', 'text/csv', 'text/plain'],
    maxBytes: 10 * MEGABYTE,
    size: '10 MB',
  },
}

/** A file that a client is about to upload; storage and quota are reserved by `addUpload`. */
interface Begun {
  id: Id
  uploadId: string | null
  quotaBytes: number
}

const findLimitViolations = (
  { sizeBytes, mimeType, purpose = 'attachment' }: CreateFileInput,
  maxMegabytes: number,
): Violation[] => {
  const { types, maxBytes, size } = PURPOSES[purpose] ?? { types: [mimeType], maxBytes: MAX_FILE_BYTES, size: '' }
  const at = (propertyPath: string, message: string) => ({ propertyPath, message })
  return [
    ...(sizeBytes > maxMegabytes * MEGABYTE
      ? [at('sizeBytes', `must be at most ${maxMegabytes} MB, which is the setting general.maxFileMegabytes`)]
      : []),
    ...(sizeBytes > maxBytes ? [at('sizeBytes', `must be at most ${size} for a ${purpose}`)] : []),
    ...(types.includes(mimeType) ? [] : [at('mimeType', `must be ${types.join(' or ')} for a ${purpose}`)]),
  ]
}

/** Checks the limits and begins the upload in the storage, if the file has several parts. */
export const beginUpload = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  given: CreateFileInput,
  now: Date,
): Promise<Begun> => {
  const settings = await getSettings(app, tenant, [FILE_SETTINGS.maxFileMegabytes, FILE_SETTINGS.storageMegabytes])
  const violations = findLimitViolations(given, settings['general.maxFileMegabytes'])
  if (violations.length) throw invalid(...violations)
  const id = newId(now)
  const isDivided = planParts(given.sizeBytes).length > 1
  const uploadId = isDivided ? await app.files.beginParts(getUploadPath(tenant, id)) : null
  return { id, uploadId, quotaBytes: settings['general.storageMegabytes'] * MEGABYTE }
}

/** Adds the file, its bytes to the usage, and the task that ends the upload if nobody completes it. */
export const addUpload = (unit: Unit, { id, uploadId, quotaBytes }: Begun, given: CreateFileInput): StoredFile => {
  const { name, sizeBytes, mimeType, sha256, purpose = 'attachment' } = given
  const expiresAt = new Date(unit.now.getTime() + UPLOAD_MS)
  reserveBytes(unit, sizeBytes, quotaBytes)
  unit.schedule('storage.upload.expire', { tenant: unit.tenant, fileId: id }, expiresAt)
  return unit.create(files, {
    ...{ id, name, status: 'uploading', mimeType, sizeBytes, sha256, purpose, uploadId },
    ...{
      rejectionReason: null,
      ...nameActor('uploadedBy', unit),
      ...describeUnused(purpose, unit.actor),
      expiresAt: expiresAt.toISOString(),
    },
  })
}
