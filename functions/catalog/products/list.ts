import { searchProducts } from '../../../lib/catalog/search/search-products.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { productFilters } from '../../../schemas/catalog/catalog-filters.ts'
import { Product } from '../../../schemas/catalog/product.ts'

export const listProducts = listEndpoint({
  route: 'GET /api/catalog/products',
  scope: 'catalog:product:read',
  summary: 'List products, newest first',
  description: 'A product is shown if all filters that are given show it, archived ones too unless `status` is given.',
  query: productFilters,
  of: Product,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => searchProducts(db, caller.tenant, page, query),
})
