import type { Id } from '../platform/id.ts'
import { orInvalid } from '../platform/problem.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { StoredCustodian } from './custodian.ts'
import { findCustodian } from './custodian-store.ts'

/** The custodian that a request refers to; a violation where the tenant has none of this id. */
export const requireCustodian = async (
  db: Table,
  tenant: Id,
  id: Id,
  propertyPath = 'custodianId',
): Promise<StoredCustodian> => {
  return orInvalid(await findCustodian(db, tenant, id), propertyPath, 'custodian')
}
