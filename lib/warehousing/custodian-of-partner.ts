import type { Id } from '../id.ts'
import type { Table } from '../store/table.ts'
import { findCustodianOf } from './custodian-store.ts'

/** The custodian that a partner holds; undefined where it holds none. */
export const custodianOfPartner = async (db: Table, tenant: Id, partnerId: Id): Promise<Id | undefined> =>
  (await findCustodianOf(db, tenant, partnerId))?.id
