import type { Id } from '../platform/id.ts'
import { orInvalid } from '../platform/problem.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { StoredCustodian } from './custodian.ts'
import { findCustodian } from './custodian-store.ts'

/** Returns the custodian that a request refers to; throws a violation if the tenant has none with this id. */
export const requireCustodian = async (
  db: Table,
  tenant: Id,
  id: Id,
  propertyPath = 'custodianId',
): Promise<StoredCustodian> => {
  return orInvalid(await findCustodian(db, tenant, id), propertyPath, 'custodian')
}
