import type { Logo } from '../../../schemas/storage/logo.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { addReference, removeReference } from '../files/add-reference.ts'
import { deleteLogo, findLogo, putLogo } from './logo-store.ts'

/** Makes a file the tenant's logo and counts it as used instead of the previous one. */
export const setLogo = async (
  db: Table,
  unit: Unit,
  caller: Pick<SignedIn, 'identity' | 'scopes'>,
  fileId: Id,
): Promise<Logo> => {
  const before = await findLogo(db, unit.tenant)
  if (before?.fileId === fileId) return before
  const { name, mimeType } = await addReference(db, unit, caller, fileId, 'logo')
  if (before) await removeReference(db, unit, before.fileId, 'logo')
  const downloadUrl = `/api/storage/files/${fileId}/content`
  const logo = { fileId, name, mimeType, downloadUrl, setAt: unit.now.toISOString() }
  putLogo(unit, before, logo)
  return logo
}

export const removeLogo = async (db: Table, unit: Unit): Promise<void> => {
  const before = orNotFound(await findLogo(db, unit.tenant))
  await removeReference(db, unit, before.fileId, 'logo')
  deleteLogo(unit, before)
}
