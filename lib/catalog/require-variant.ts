import type { Id } from '../id.ts'
import { invalid } from '../problem.ts'
import type { Table } from '../store/table.ts'
import { findVariant, type StoredVariant } from './variant-store.ts'

/** The variant that a request refers to; a violation where the tenant has none of this id. */
export const requireVariant = async (
  db: Table,
  tenant: Id,
  id: Id,
  propertyPath = 'variantId',
): Promise<StoredVariant> => {
  const variant = await findVariant(db, tenant, id)
  if (!variant) throw invalid({ propertyPath, message: 'there is no such variant' })
  return variant
}
