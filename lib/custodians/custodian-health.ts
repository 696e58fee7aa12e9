import type { Id } from '../platform/id.ts'
import type { Table } from '../platform/store/table/table.ts'
import { type CustodianHealth, findHealth, listFailing } from './custodian-health-store.ts'

/** Reads for another module whether the calls of a custodian's system succeed. */
export const readCustodianHealth = (db: Table, tenant: Id, custodianId: Id): Promise<CustodianHealth> =>
  findHealth(db, tenant, custodianId)

/** Lists for another module the custodians whose systems fail. */
export const listFailingCustodians = (db: Table, tenant: Id): Promise<(CustodianHealth & { custodianId: Id })[]> =>
  listFailing(db, tenant)
