import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { testChannelConnection as test } from '../../../lib/sales/connections/test-channel-connection.ts'
import { ChannelConnectionTest, TestChannelConnectionInput } from '../../../schemas/sales/channel.ts'

export const testChannelConnection = endpoint({
  route: 'POST /api/sales/channels/test-connection',
  scope: 'sales:channel:write',
  summary: 'Test credentials at a shop without storing them',
  body: TestChannelConnectionInput,
  returns: ChannelConnectionTest,
  run: (app, { caller, body }) => test(app, caller.tenant, body),
})
