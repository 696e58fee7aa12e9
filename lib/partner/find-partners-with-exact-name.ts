import type { Id } from '../platform/id.ts'
import { foldName } from '../platform/identifiers/name.ts'
import { list } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import { partners, type StoredPartner } from './partner-store.ts'

/** Finds the partners that have this name, whatever its case and spaces. */
export const findPartnersWithExactName = async (db: Table, tenant: Id, name: string): Promise<StoredPartner[]> => {
  const { items } = await list(db, partners, tenant, { page: 1, itemsPerPage: 100, search: name })
  return items.filter((each) => foldName(each.name) === foldName(name))
}
