import type { Id } from '../platform/id.ts'
import type { Table } from '../platform/store/table/table.ts'
import { findCustodian, findCustodianIdOfPartner } from './custodian-store.ts'

/** Returns the partner that the custodian is. */
export const findCustodianPartner = async (db: Table, tenant: Id, custodianId: Id): Promise<Id | null> =>
  (await findCustodian(db, tenant, custodianId))?.partnerId ?? null

/** Returns the custodian that the partner is. */
export const findCustodianOfPartner = async (db: Table, tenant: Id, partnerId: Id): Promise<Id | null> =>
  (await findCustodianIdOfPartner(db, tenant, partnerId))?.id ?? null
