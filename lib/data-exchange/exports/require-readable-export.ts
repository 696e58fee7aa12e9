import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { notFound } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredExport } from './export.ts'
import { findExport } from './export-store.ts'

/** Returns the export. Throws 404 if it does not exist or the caller lacks the scope of the exported list. */
export const requireReadableExport = async (
  db: Table,
  { tenant, scopes }: SignedIn & { tenant: Id },
  id: string,
): Promise<StoredExport> => {
  const found = await findExport(db, tenant, id)
  if (!found || !scopes.has(found.scope)) throw notFound()
  return found
}
