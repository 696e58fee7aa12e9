import { moveProduct } from '../../../lib/catalog/product-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Product } from '../../../schemas/catalog/product.ts'

export const activateProduct = endpoint({
  route: 'POST /api/catalog/products/{id}/activate',
  scope: 'catalog:product:write',
  summary: 'Activate a draft product',
  description: 'Channels show its variants from now on.',
  returns: Product,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (_app, { params, unit }) => moveProduct(unit, params.id, 'activate'),
})
