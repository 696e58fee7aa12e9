import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { readChannelHealth } from '../../../lib/sales/attention/read-channel-health.ts'
import { ChannelHealth } from '../../../schemas/sales/channels/channel-health.ts'

export const getChannelHealth = endpoint({
  route: 'GET /api/sales/channels/{channelId}/health',
  scope: 'sales:sync:read',
  summary: 'Get which work of a channel fails, and what waits there',
  description:
    'Work is what runs of one type do, and of parcels and notes each on its own. It fails from the first run that failed until one succeeds.',
  returns: ChannelHealth,
  run: ({ db }, { caller, params }) => readChannelHealth(db, caller.tenant, params.channelId),
})
