import { searchVariants } from '../../../lib/catalog/search/search-variants.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { variantFilters } from '../../../schemas/catalog/catalog-filters.ts'
import { Variant } from '../../../schemas/catalog/product.ts'

export const listVariants = listEndpoint({
  route: 'GET /api/catalog/variants',
  scope: 'catalog:variant:read',
  summary: 'List variants, newest first',
  description:
    'A variant is shown if all filters that are given show it; `status`, `tag` and `brand` are of its product.',
  query: variantFilters,
  of: Variant,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => searchVariants(db, caller.tenant, page, query),
})
