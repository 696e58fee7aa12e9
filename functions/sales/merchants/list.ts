import * as Type from 'typebox'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { listMerchants as list } from '../../../lib/sales/merchants/merchant-store.ts'
import { Merchant } from '../../../schemas/sales/merchant.ts'

export const listMerchants = listEndpoint({
  route: 'GET /api/sales/merchants',
  scope: 'sales:merchant:read',
  summary: 'List merchants, newest first',
  query: { search: Type.String({ maxLength: 255, description: 'Words of the name, or their beginnings' }) },
  of: Merchant,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, page, query.search),
})
