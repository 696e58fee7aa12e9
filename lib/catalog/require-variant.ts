import type { Id } from '../platform/id.ts'
import { orInvalid } from '../platform/problem.ts'
import type { Table } from '../platform/store/table/table.ts'
import { findVariant, type StoredVariant } from './variant-store.ts'

/** The variant that a request refers to; a violation where the tenant has none of this id. */
export const requireVariant = async (
  db: Table,
  tenant: Id,
  id: Id,
  propertyPath = 'variantId',
): Promise<StoredVariant> => {
  return orInvalid(await findVariant(db, tenant, id), propertyPath, 'variant')
}
