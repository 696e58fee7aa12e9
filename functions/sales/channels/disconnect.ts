import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../lib/sales/channels/present-channel.ts'
import { disconnectChannel as disconnect } from '../../../lib/sales/connections/disconnect-channel.ts'
import { SalesChannel } from '../../../schemas/sales/channel.ts'

export const disconnectChannel = endpoint({
  route: 'POST /api/sales/channels/{id}/disconnect',
  scope: 'sales:channel:write',
  summary: 'Disconnect a channel permanently; its credentials are deleted, its orders stay',
  description:
    'Webhooks that wait for the channel to resume are not imported, and its open conflicts are closed shortly afterwards. Disconnecting a disconnected channel changes nothing.',
  returns: SalesChannel,
  async run(app, { params, unit }) {
    return await presentChannel(app.db, unit.tenant, await disconnect(app, unit, params.id))
  },
})
