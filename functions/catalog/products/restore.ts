import { moveProduct } from '../../../lib/catalog/product-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Product } from '../../../schemas/catalog/product.ts'

export const restoreProduct = endpoint({
  route: 'POST /api/catalog/products/{id}/restore',
  scope: 'catalog:product:write',
  summary: 'Restore an archived product',
  description: 'It is active again, and channels show its variants.',
  returns: Product,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (_app, { params, unit }) => moveProduct(unit, params.id, 'restore'),
})
