import type { AuditEntry } from '../../schemas/audit/entry.ts'
import { type Id, parseId } from '../platform/id.ts'
import type { Table } from '../platform/store/table/table.ts'
import { findItemOfEntry } from './audit-store.ts'
import { presentEntries } from './present-entries.ts'

export const findEntry = async (db: Table, tenant: Id, idOrText: string): Promise<AuditEntry | undefined> => {
  const id = parseId(idOrText)
  if (!id) return undefined
  const item = await findItemOfEntry(db, tenant, id)
  return item && presentEntries(item).find((entry) => entry.id === id)
}
