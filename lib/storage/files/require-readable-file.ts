import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { notFound } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredFile } from './file.ts'
import { findFile } from './file-store.ts'
import { canReadFile } from './file-uses.ts'

type Reader = Pick<SignedIn, 'identity' | 'scopes'>

/** Returns the file. Throws 404 if it does not exist or the caller lacks the scope of what it belongs to. */
export const requireReadableFile = async (
  db: Table,
  { tenant, ...reader }: Reader & { tenant: Id },
  id: string,
): Promise<StoredFile> => {
  const found = await findFile(db, tenant, id)
  if (!found || !canReadFile(found, reader)) throw notFound()
  return found
}

/** Returns the file that a request changes. Throws as `requireReadableFile` does, and if `If-Match` differs. */
export const loadReadableFile = async (
  db: Table,
  unit: Pick<Unit, 'named' | 'tenant'>,
  reader: Reader,
  id: string,
): Promise<StoredFile> => unit.named(await requireReadableFile(db, { ...reader, tenant: unit.tenant }, id))
