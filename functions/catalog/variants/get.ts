import { findVariant } from '../../../lib/catalog/variant-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Variant } from '../../../schemas/catalog/product.ts'

export const getVariant = endpoint({
  route: 'GET /api/catalog/variants/{id}',
  scope: 'catalog:variant:read',
  summary: 'Get a variant',
  returns: Variant,
  async run({ db }, { caller, params }) {
    return orNotFound(await findVariant(db, caller.tenant, params.id))
  },
})
