import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../lib/sales/channels/present-channel.ts'
import { connectChannel as connect } from '../../../lib/sales/connections/connect-channel.ts'
import { ConnectChannelInput, SalesChannel } from '../../../schemas/sales/channel.ts'

export const connectChannel = endpoint({
  route: 'POST /api/sales/channels',
  scope: 'sales:channel:write',
  summary: 'Connect a sales channel',
  description:
    'The store is asked once with the credentials; what it says shows in `connectionStatus` and keeps no channel from being made. One that refuses them is not synced until they are changed. A Shopify channel without an `access_token` waits for the owner of the shop, with the `errorCode` `AUTHORIZATION_PENDING`, until `reconnect` has led to a yes.',
  idempotent: true,
  body: ConnectChannelInput,
  success: 201,
  returns: SalesChannel,
  problems: ['ALREADY_EXISTS'],
  async run(app, { body, unit }) {
    return await presentChannel(app.db, unit.tenant, await connect(app, unit, body))
  },
})
