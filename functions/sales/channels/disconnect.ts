import { effectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../lib/sales/channels/present-channel.ts'
import {
  disconnectChannel as disconnect,
  releaseForDisconnect,
} from '../../../lib/sales/connections/disconnect-channel.ts'
import { SalesChannel } from '../../../schemas/sales/channel.ts'

export const disconnectChannel = effectEndpoint({
  route: 'POST /api/sales/channels/{id}/disconnect',
  scope: 'sales:channel:write',
  summary: 'Disconnect a channel permanently; its credentials are deleted, its orders stay',
  description:
    'Webhooks that wait for the channel to resume are not imported, and its open conflicts are closed shortly afterwards. Disconnecting a disconnected channel changes nothing.',
  returns: SalesChannel,
  act: (app, { params, unit }) => releaseForDisconnect(app, unit, params.id),
  async run(app, { unit }, released) {
    return await presentChannel(app.db, unit.tenant, await disconnect(app, unit, released))
  },
})
