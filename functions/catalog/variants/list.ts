import * as Type from 'typebox'
import { listVariants as list } from '../../../lib/catalog/variant-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { Variant } from '../../../schemas/catalog/product.ts'
import { id } from '../../../schemas/types.ts'

export const listVariants = listEndpoint({
  route: 'GET /api/catalog/variants',
  scope: 'catalog:variant:read',
  summary: 'List variants, newest first',
  query: {
    productId: id(),
    search: Type.String({ maxLength: 255, description: 'Words of the SKU or the name, or their beginnings' }),
  },
  of: Variant,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, page, query),
})
