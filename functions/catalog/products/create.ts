import { requireCategories } from '../../../lib/catalog/categories/require-categories.ts'
import { addProduct } from '../../../lib/catalog/product-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateProductInput, Product } from '../../../schemas/catalog/product.ts'

export const createProduct = endpoint({
  route: 'POST /api/catalog/products',
  scope: 'catalog:product:write',
  summary: 'Create a product',
  idempotent: true,
  body: CreateProductInput,
  success: 201,
  returns: Product,
  async run({ db }, { body, unit }) {
    await requireCategories(db, unit, body.categoryIds)
    return addProduct(unit, body)
  },
})
