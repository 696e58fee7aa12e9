import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { listChannels as list } from '../../../lib/sales/channels/channel-store.ts'
import { presentChannels } from '../../../lib/sales/channels/present-channel.ts'
import { CHANNEL_STATES, CHANNEL_TYPES, SalesChannel } from '../../../schemas/sales/channel.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listChannels = listEndpoint({
  route: 'GET /api/sales/channels',
  scope: 'sales:channel:read',
  summary: 'List sales channels, newest first',
  query: { type: oneOf(CHANNEL_TYPES), status: oneOf(CHANNEL_STATES), merchantId: id() },
  of: SalesChannel,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => presentChannels(db, caller.tenant, list(db, caller.tenant, page, query)),
})
