import * as Type from 'typebox'
import { listProducts as list } from '../../../lib/catalog/product-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { Product } from '../../../schemas/catalog/product.ts'

export const listProducts = listEndpoint({
  route: 'GET /api/catalog/products',
  scope: 'catalog:product:read',
  summary: 'List products, newest first',
  query: { search: Type.String({ maxLength: 255, description: 'Words of the name, or their beginnings' }) },
  of: Product,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, page, query.search),
})
