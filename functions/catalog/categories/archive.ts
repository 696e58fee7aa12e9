import { moveCategory } from '../../../lib/catalog/categories/change-category.ts'
import { presentCategory } from '../../../lib/catalog/categories/present-categories.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Category } from '../../../schemas/catalog/category.ts'

export const archiveCategory = endpoint({
  route: 'POST /api/catalog/categories/{id}/archive',
  scope: 'catalog:category:write',
  summary: 'Archive a category',
  description: 'Products keep it, and no product or category can be put into it any more.',
  returns: Category,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async ({ db }, { params, unit }) =>
    presentCategory(db, unit.tenant, await moveCategory(unit, params.id, 'archive')),
})
