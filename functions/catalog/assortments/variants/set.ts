import { addVariantToAssortment } from '../../../../lib/catalog/assortment-store.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { Assortment } from '../../../../schemas/catalog/assortment.ts'

export const putVariantInAssortment = endpoint({
  route: 'PUT /api/catalog/assortments/{id}/variants/{variantId}',
  scope: 'catalog:assortment:write',
  summary: 'Add a variant to an assortment',
  description: 'Changes nothing if the assortment has the variant already.',
  returns: Assortment,
  run: ({ db }, { params, unit }) => addVariantToAssortment(db, unit, params.id, params.variantId),
})
