import { removeCategory } from '../../../lib/catalog/search/remove-category.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'

export const deleteCategory = endpoint({
  route: 'DELETE /api/catalog/categories/{id}',
  scope: 'catalog:category:write',
  summary: 'Delete an archived category that no product has, and none is below',
  success: 204,
  ifMatch: true,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { params, unit }) => removeCategory(db, unit, params.id),
})
