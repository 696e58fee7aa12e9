import { effectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../lib/sales/channels/present-channel.ts'
import { connectChannel as connect, testNewConnection } from '../../../lib/sales/connections/connect-channel.ts'
import { ConnectChannelInput, SalesChannel } from '../../../schemas/sales/channel.ts'

export const connectChannel = effectEndpoint({
  route: 'POST /api/sales/channels',
  scope: 'sales:channel:write',
  summary: 'Connect a sales channel',
  description:
    'The credentials are tested once at the shop. The channel is created whatever the result, which `connectionStatus` shows; if the shop refuses the credentials, the channel is not synced until they are changed. A Shopify channel without an `access_token` has the `errorCode` `AUTHORIZATION_PENDING` until the owner of the shop authorizes it through `reconnect`.',
  idempotent: true,
  body: ConnectChannelInput,
  success: 201,
  returns: SalesChannel,
  problems: ['ALREADY_EXISTS'],
  act: (app, { body, unit }) => testNewConnection(app, unit, body),
  async run(app, { body, unit }, tested) {
    return await presentChannel(app.db, unit.tenant, await connect(app, unit, body, tested))
  },
})
