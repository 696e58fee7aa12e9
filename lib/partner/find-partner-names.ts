import type { Id } from '../platform/id.ts'
import { findAll } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import { partners } from './partner-store.ts'

/** Reads the current names of the partners, by id. */
export const findPartnerNames = async (db: Table, tenant: Id, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>> => {
  const found = await findAll(db, partners, tenant, [...new Set(ids)])
  return new Map(found.map(({ id, name }) => [id, name]))
}
