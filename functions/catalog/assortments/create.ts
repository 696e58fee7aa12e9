import { assortments } from '../../../lib/catalog/assortment-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Assortment, AssortmentInput } from '../../../schemas/catalog/assortment.ts'

export const createAssortment = endpoint({
  route: 'POST /api/catalog/assortments',
  scope: 'catalog:assortment:write',
  summary: 'Create an assortment',
  idempotent: true,
  body: AssortmentInput,
  success: 201,
  returns: Assortment,
  async run(_app, { body, unit }) {
    return unit.create(assortments, body)
  },
})
