import * as Type from 'typebox'
import { readPageOfPartners } from '../../../lib/partner/partner-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { Partner } from '../../../schemas/partner/partner.ts'

export const listPartners = listEndpoint({
  route: 'GET /api/partner/partners',
  scope: 'partner:partner:read',
  summary: 'List partners, newest first',
  query: { search: Type.String({ maxLength: 255, description: 'Words of the name, or their beginnings' }) },
  of: Partner,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => readPageOfPartners(db, caller.tenant, page, query.search),
})
