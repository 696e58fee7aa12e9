import { effectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../lib/sales/channels/present-channel.ts'
import { discoverCapabilities, refreshCapabilities } from '../../../lib/sales/connections/discover-channels.ts'
import { SalesChannel } from '../../../schemas/sales/channel.ts'

export const refreshChannelCapabilities = effectEndpoint({
  route: 'POST /api/sales/channels/{id}/refresh-capabilities',
  scope: 'sales:channel:write',
  summary: 'Update the currencies and locales of a channel from its shop',
  returns: SalesChannel,
  problems: ['OPERATION_NOT_ALLOWED'],
  act: (app, { params, unit }) => discoverCapabilities(app, unit, params.id),
  async run(app, { unit }, discovered) {
    return await presentChannel(app.db, unit.tenant, await refreshCapabilities(app, unit, discovered))
  },
})
