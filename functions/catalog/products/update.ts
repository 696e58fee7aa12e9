import { requireCategories } from '../../../lib/catalog/categories/require-categories.ts'
import { changeProduct } from '../../../lib/catalog/product-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Product, UpdateProductInput } from '../../../schemas/catalog/product.ts'

export const updateProduct = endpoint({
  route: 'PATCH /api/catalog/products/{id}',
  scope: 'catalog:product:write',
  summary: 'Update a product; absent members stay unchanged',
  body: UpdateProductInput,
  returns: Product,
  run: ({ db }, { params, body, unit }) =>
    changeProduct(unit, params.id, body, ({ categoryIds }) =>
      requireCategories(db, unit, body.categoryIds, categoryIds),
    ),
})
