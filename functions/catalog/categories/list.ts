import * as Type from 'typebox'
import { listCategories as list } from '../../../lib/catalog/categories/category-store.ts'
import { presentCategories } from '../../../lib/catalog/categories/present-categories.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { CATEGORY_STATES, Category } from '../../../schemas/catalog/category.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listCategories = listEndpoint({
  route: 'GET /api/catalog/categories',
  scope: 'catalog:category:read',
  summary: 'List categories, newest first',
  query: {
    parentId: id({ description: 'The category directly above them' }),
    status: oneOf(CATEGORY_STATES),
    search: Type.String({ maxLength: 255, description: 'Words of the name, or their beginnings' }),
  },
  of: Category,
  itemsPerPage: 30,
  run: async ({ db }, { caller, query, page }) =>
    presentCategories(db, caller.tenant, await list(db, caller.tenant, page, query)),
})
