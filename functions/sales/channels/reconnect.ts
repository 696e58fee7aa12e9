import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { beginAuthorization } from '../../../lib/sales/connections/begin-authorization.ts'
import { ChannelAuthorization } from '../../../schemas/sales/channel.ts'

export const reconnectChannel = endpoint({
  route: 'POST /api/sales/channels/{channelId}/reconnect',
  scope: 'sales:channel:write',
  summary: 'Start the authorization of a channel by the owner of its shop',
  returns: ChannelAuthorization,
  problems: ['OPERATION_NOT_ALLOWED', 'PROVIDER_NOT_CONFIGURED'],
  ifMatch: true,
  run: (app, { caller, params, unit }) => beginAuthorization(app, unit, caller, params.channelId),
})
