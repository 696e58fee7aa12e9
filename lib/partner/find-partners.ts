import type { Id } from '../platform/id.ts'
import { findAll } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import { partners, type StoredPartner } from './partner-store.ts'

/** Reads the partners, by id. */
export const findPartners = async (db: Table, tenant: Id, ids: readonly Id[]): Promise<Map<Id, StoredPartner>> => {
  const found = await findAll(db, partners, tenant, [...new Set(ids)])
  return new Map(found.map((partner) => [partner.id, partner]))
}
