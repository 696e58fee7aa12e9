import { findProduct } from '../../../lib/catalog/product-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Product } from '../../../schemas/catalog/product.ts'

export const getProduct = endpoint({
  route: 'GET /api/catalog/products/{id}',
  scope: 'catalog:product:read',
  summary: 'Get a product',
  returns: Product,
  async run({ db }, { caller, params }) {
    return orNotFound(await findProduct(db, caller.tenant, params.id))
  },
})
