import { findAssortment } from '../../../lib/catalog/assortment-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Assortment } from '../../../schemas/catalog/assortment.ts'

export const getAssortment = endpoint({
  route: 'GET /api/catalog/assortments/{id}',
  scope: 'catalog:assortment:read',
  summary: 'Get an assortment',
  returns: Assortment,
  async run({ db }, { caller, params }) {
    return orNotFound(await findAssortment(db, caller.tenant, params.id))
  },
})
