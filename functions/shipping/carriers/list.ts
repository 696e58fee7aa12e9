import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { slicePage } from '../../../lib/platform/store/lists/list.ts'
import { listCarriers as list } from '../../../lib/shipping/carriers/carrier-store.ts'
import { Carrier } from '../../../schemas/shipping/carrier.ts'

export const listCarriers = listEndpoint({
  route: 'GET /api/shipping/carriers',
  scope: 'shipping:carrier:read',
  summary: 'List carriers: your own, then those that the platform knows',
  description: 'A shipment whose carrier is recognized by one of these names gets its name and its tracking link.',
  of: Carrier,
  itemsPerPage: 100,
  run: async ({ db }, { caller, page }) => slicePage(await list(db, caller.tenant), page),
})
