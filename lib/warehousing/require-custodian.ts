import type { Id } from '../platform/id.ts'
import { createReferenceResolver } from '../platform/store/lists/create-reference-resolver.ts'
import { findAll, list } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { StoredCustodian } from './custodian.ts'
import { custodians } from './custodian-store.ts'

export const requireCustodian = createReferenceResolver(custodians)

export const findCustodians = (db: Table, tenant: Id, ids: readonly Id[]): Promise<StoredCustodian[]> =>
  findAll(db, custodians, tenant, ids)

/** At most so many custodians of a tenant are considered. */
const MAX_ACTIVE_CUSTODIANS = 500

/** Lists the active custodians of a tenant, oldest first. */
export const listActiveCustodians = async (db: Table, tenant: Id): Promise<StoredCustodian[]> => {
  const page = { page: 1, itemsPerPage: MAX_ACTIVE_CUSTODIANS }
  return (await list(db, custodians, tenant, { ...page, facets: { status: 'active' } })).items.reverse()
}
