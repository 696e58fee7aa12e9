import type { FilePurpose } from '../../../schemas/storage/file.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, orInvalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredFile } from './file.ts'
import { files, findFile } from './file-store.ts'

/** Returns the file that a request refers to. Throws a violation unless it is ready and of one of the purposes. */
export const requireReadyFile = async (
  db: Table,
  tenant: Id,
  fileId: Id,
  purposes: readonly FilePurpose[],
): Promise<StoredFile> => {
  const propertyPath = 'fileId'
  const file = orInvalid(await findFile(db, tenant, fileId), propertyPath, 'file')
  if (file.status !== 'ready')
    throw invalid({ propertyPath, message: `must be a file that is ready, but it is ${file.status}` })
  if (!purposes.includes(file.purpose))
    throw invalid({ propertyPath, message: `must be a file with the purpose ${purposes.join(' or ')}` })
  return file
}

/**
 * Counts one more place that uses the file, which must be ready and of one of the purposes. The file cannot be deleted in
 * the meantime, since both change its revision.
 */
export const addReference = async (
  db: Table,
  unit: Unit,
  fileId: Id,
  purposes: readonly FilePurpose[],
): Promise<StoredFile> => {
  const file = await requireReadyFile(db, unit.tenant, fileId, purposes)
  return unit.update(files, file, { referenceCount: file.referenceCount + 1 })
}

/** Counts one place less. */
export const removeReference = async (db: Table, unit: Unit, fileId: Id): Promise<void> => {
  const file = await findFile(db, unit.tenant, fileId)
  if (file) unit.update(files, file, { referenceCount: file.referenceCount - 1 })
}
