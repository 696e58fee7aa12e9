import { moveProduct } from '../../../lib/catalog/product-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Product } from '../../../schemas/catalog/product.ts'

export const archiveProduct = endpoint({
  route: 'POST /api/catalog/products/{id}/archive',
  scope: 'catalog:product:write',
  summary: 'Archive a product',
  description:
    'Channels stop to show its variants, as if these had left their assortments; orders, stock and SKUs stay as they are. Nothing is deleted in a shop.',
  returns: Product,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (_app, { params, unit }) => moveProduct(unit, params.id, 'archive'),
})
