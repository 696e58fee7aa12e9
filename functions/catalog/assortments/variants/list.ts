import { listAssortmentVariants as list } from '../../../../lib/catalog/assortment-store.ts'
import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { Variant } from '../../../../schemas/catalog/product.ts'

export const listAssortmentVariants = listEndpoint({
  route: 'GET /api/catalog/assortments/{id}/variants',
  scope: 'catalog:assortment:read',
  summary: 'List the variants in an assortment, last added first',
  of: Variant,
  itemsPerPage: 30,
  run: ({ db }, { caller, params, page }) => list(db, caller.tenant, page, params.id),
})
