import { addCategory } from '../../../lib/catalog/categories/change-category.ts'
import { presentCategory } from '../../../lib/catalog/categories/present-categories.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Category, CreateCategoryInput } from '../../../schemas/catalog/category.ts'

export const createCategory = endpoint({
  route: 'POST /api/catalog/categories',
  scope: 'catalog:category:write',
  summary: 'Create a category',
  idempotent: true,
  body: CreateCategoryInput,
  success: 201,
  returns: Category,
  problems: ['ALREADY_EXISTS'],
  run: async ({ db }, { body, unit }) => presentCategory(db, unit.tenant, await addCategory(db, unit, body)),
})
