import * as Type from 'typebox'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { discoverChannels } from '../../../lib/sales/connections/discover-channels.ts'
import { ChannelDiscovery } from '../../../schemas/sales/channel.ts'

export const discoverStoreChannels = endpoint({
  route: 'GET /api/sales/connections/{connectionId}/store-channels',
  scope: 'sales:channel:read',
  summary: 'List the channels of a connected shop',
  query: { only_enabled: Type.Boolean() },
  waitsForGate: true,
  returns: ChannelDiscovery,
  problems: ['CONNECTION_FAILED', 'OPERATION_NOT_ALLOWED'],
  async run(app, { caller, params: { connectionId }, query }) {
    const channels = await discoverChannels(app, caller.tenant, connectionId, query.only_enabled ?? false)
    return { connectionId, channels }
  },
})
