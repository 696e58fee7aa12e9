import type { Id } from '../platform/id.ts'
import { list } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import { partners, type StoredPartner } from './partner-store.ts'

const normalize = (name: string) => name.trim().normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

/** Finds the partners that have this name, whatever its case and spaces. */
export const findPartnersWithExactName = async (db: Table, tenant: Id, name: string): Promise<StoredPartner[]> => {
  const { items } = await list(db, partners, tenant, { page: 1, itemsPerPage: 100, search: name })
  return items.filter((each) => normalize(each.name) === normalize(name))
}
