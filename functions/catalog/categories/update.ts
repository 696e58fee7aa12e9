import { changeCategory } from '../../../lib/catalog/categories/change-category.ts'
import { presentCategory } from '../../../lib/catalog/categories/present-categories.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Category, UpdateCategoryInput } from '../../../schemas/catalog/category.ts'

export const updateCategory = endpoint({
  route: 'PATCH /api/catalog/categories/{id}',
  scope: 'catalog:category:write',
  summary: 'Update a category, or move it; absent members stay unchanged',
  description: 'With another `parentId` it moves there with all that is below it.',
  body: UpdateCategoryInput,
  returns: Category,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async ({ db }, { params, body, unit }) =>
    presentCategory(db, unit.tenant, await changeCategory(db, unit, params.id, body)),
})
