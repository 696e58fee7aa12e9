import { products } from '../../../lib/catalog/product-store.ts'
import { endpoint } from '../../../lib/http/endpoint.ts'
import { Product, UpdateProductInput } from '../../../schemas/product.ts'

export const updateProduct = endpoint({
  route: 'PATCH /api/catalog/products/{id}',
  scope: 'catalog:product:write',
  summary: 'Change a product; members that are absent stay as they are',
  body: UpdateProductInput,
  returns: Product,
  async run(_app, { params, body, unit }) {
    return unit.update(products, await unit.load(products, params.id), body)
  },
})
