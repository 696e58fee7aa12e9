import type { Id } from '../id.ts'
import { invalid } from '../problem.ts'
import type { Table } from '../store/table.ts'
import type { StoredCustodian } from './custodian.ts'
import { findCustodian } from './custodian-store.ts'

/** The custodian that a request refers to; a violation where the tenant has none of this id. */
export const requireCustodian = async (
  db: Table,
  tenant: Id,
  id: Id,
  propertyPath = 'custodianId',
): Promise<StoredCustodian> => {
  const custodian = await findCustodian(db, tenant, id)
  if (!custodian) throw invalid({ propertyPath, message: 'there is no such custodian' })
  return custodian
}
