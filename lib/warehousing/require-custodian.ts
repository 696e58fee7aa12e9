import type { Id } from '../platform/id.ts'
import { createReferenceResolver } from '../platform/store/lists/create-reference-resolver.ts'
import { findAll, list } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { StoredCustodian } from './custodian.ts'
import { custodians, findCustodian, findCustodianIdOfPartner } from './custodian-store.ts'

export const requireCustodian = createReferenceResolver(custodians)

/** Reads a custodian for another module; undefined if the tenant has none with this id. */
export const readCustodian = (db: Table, tenant: Id, id: string): Promise<StoredCustodian | undefined> =>
  findCustodian(db, tenant, id)

/** Returns the partner that the custodian is; null if there is no such custodian. */
export const findCustodianPartner = async (db: Table, tenant: Id, custodianId: Id): Promise<Id | null> =>
  (await findCustodian(db, tenant, custodianId))?.partnerId ?? null

/** Returns the custodian that the partner is; null if it is none. */
export const findCustodianOfPartner = async (db: Table, tenant: Id, partnerId: Id): Promise<Id | null> =>
  (await findCustodianIdOfPartner(db, tenant, partnerId))?.id ?? null

export const findCustodians = (db: Table, tenant: Id, ids: readonly Id[]): Promise<StoredCustodian[]> =>
  findAll(db, custodians, tenant, ids)

/** At most so many custodians of a tenant are considered. */
const MAX_ACTIVE_CUSTODIANS = 500

/** Lists the active custodians of a tenant, oldest first. */
export const listActiveCustodians = async (db: Table, tenant: Id): Promise<StoredCustodian[]> => {
  const page = { page: 1, itemsPerPage: MAX_ACTIVE_CUSTODIANS }
  return (await list(db, custodians, tenant, { ...page, facets: { status: 'active' } })).items.reverse()
}
