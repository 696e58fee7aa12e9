import * as Type from 'typebox'
import { readPageOfPartners } from '../../../lib/partner/partner-store.ts'
import { presentPartner } from '../../../lib/partner/present-partner.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { Partner } from '../../../schemas/partner/partner.ts'

export const listPartners = listEndpoint({
  route: 'GET /api/partner/partners',
  scope: 'partner:partner:read',
  summary: 'List partners, newest first',
  query: { search: Type.String({ maxLength: 255, description: 'Words of the name, or their beginnings' }) },
  of: Partner,
  itemsPerPage: 30,
  async run({ db }, { caller, query, page }) {
    const { items, totalItems } = await readPageOfPartners(db, caller.tenant, page, query.search)
    return { items: items.map(presentPartner), totalItems }
  },
})
