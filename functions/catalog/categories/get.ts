import { findCategory } from '../../../lib/catalog/categories/category-store.ts'
import { presentCategory } from '../../../lib/catalog/categories/present-categories.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Category } from '../../../schemas/catalog/category.ts'

export const getCategory = endpoint({
  route: 'GET /api/catalog/categories/{id}',
  scope: 'catalog:category:read',
  summary: 'Get a category',
  returns: Category,
  run: async ({ db }, { caller, params }) =>
    presentCategory(db, caller.tenant, orNotFound(await findCategory(db, caller.tenant, params.id))),
})
