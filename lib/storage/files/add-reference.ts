import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, orInvalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredFile } from './file.ts'
import { files, findFile } from './file-store.ts'
import { canUseFile, changeUse, type FileUse, listPurposesFor } from './file-uses.ts'

type User = Pick<SignedIn, 'identity' | 'scopes'>

/**
 * Returns the file that a request refers to. Throws a violation unless the caller may read it, it is ready and its purpose
 * fits the use.
 */
export const requireReadyFile = async (
  db: Table,
  tenant: Id,
  caller: User,
  fileId: Id,
  use: FileUse,
): Promise<StoredFile> => {
  const propertyPath = 'fileId'
  const found = await findFile(db, tenant, fileId)
  const file = orInvalid(found && canUseFile(found, caller) ? found : undefined, propertyPath, 'file')
  if (file.status !== 'ready')
    throw invalid({ propertyPath, message: `must be a file that is ready, but it is ${file.status}` })
  const purposes = listPurposesFor(use)
  if (!purposes.includes(file.purpose))
    throw invalid({ propertyPath, message: `must be a file with the purpose ${purposes.join(' or ')}` })
  return file
}

/**
 * Counts one more place that uses the file, as `requireReadyFile` finds it. The file cannot be deleted in the meantime, since
 * both change its revision.
 */
export const addReference = async (
  db: Table,
  unit: Unit,
  caller: User,
  fileId: Id,
  use: FileUse,
): Promise<StoredFile> => {
  const file = await requireReadyFile(db, unit.tenant, caller, fileId, use)
  return unit.update(files, file, changeUse(file, use, 1))
}

/** Counts one place less. */
export const removeReference = async (db: Table, unit: Unit, fileId: Id, use: FileUse): Promise<void> => {
  const file = await findFile(db, unit.tenant, fileId)
  if (file) unit.update(files, file, changeUse(file, use, -1))
}
