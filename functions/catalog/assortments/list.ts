import * as Type from 'typebox'
import { listAssortments as list } from '../../../lib/catalog/assortment-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { Assortment } from '../../../schemas/catalog/assortment.ts'

export const listAssortments = listEndpoint({
  route: 'GET /api/catalog/assortments',
  scope: 'catalog:assortment:read',
  summary: 'List assortments, newest first',
  query: { search: Type.String({ maxLength: 255, description: 'Words of the name, or their beginnings' }) },
  of: Assortment,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, page, query.search),
})
