import type { Id } from '../id.ts'
import { invalid } from '../problem.ts'
import type { Table } from '../store/table.ts'
import { findAssortment } from './assortment-store.ts'

/** A violation where the tenant has no assortment of this id. */
export const requireAssortment = async (
  db: Table,
  tenant: Id,
  id: Id,
  propertyPath = 'assortmentId',
): Promise<void> => {
  if (!(await findAssortment(db, tenant, id))) throw invalid({ propertyPath, message: 'there is no such assortment' })
}
