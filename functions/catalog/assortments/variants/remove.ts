import { removeVariantFromAssortment } from '../../../../lib/catalog/assortment-store.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'

export const takeVariantOutOfAssortment = endpoint({
  route: 'DELETE /api/catalog/assortments/{id}/variants/{variantId}',
  scope: 'catalog:assortment:write',
  summary: 'Remove a variant from an assortment',
  description: 'Changes nothing if the assortment does not have the variant.',
  success: 204,
  ifMatch: true,
  run: ({ db }, { params, unit }) => removeVariantFromAssortment(db, unit, params.id, params.variantId),
})
