import { moveCategory } from '../../../lib/catalog/categories/change-category.ts'
import { presentCategory } from '../../../lib/catalog/categories/present-categories.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Category } from '../../../schemas/catalog/category.ts'

export const restoreCategory = endpoint({
  route: 'POST /api/catalog/categories/{id}/restore',
  scope: 'catalog:category:write',
  summary: 'Restore an archived category',
  returns: Category,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async ({ db }, { params, unit }) =>
    presentCategory(db, unit.tenant, await moveCategory(unit, params.id, 'restore')),
})
