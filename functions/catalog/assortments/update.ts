import { assortments } from '../../../lib/catalog/assortment-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Assortment, AssortmentInput } from '../../../schemas/catalog/assortment.ts'

export const updateAssortment = endpoint({
  route: 'PATCH /api/catalog/assortments/{id}',
  scope: 'catalog:assortment:write',
  summary: 'Rename an assortment',
  body: AssortmentInput,
  returns: Assortment,
  async run(_app, { params, body, unit }) {
    return unit.update(assortments, await unit.load(assortments, params.id), body)
  },
})
