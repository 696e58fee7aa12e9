import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { present } from '../../../../lib/platform/http/response/resource.ts'
import { presentChannel } from '../../../../lib/sales/channels/show-channel.ts'
import { changeCredentials } from '../../../../lib/sales/connections/change-credentials.ts'
import { ChannelWithConnection, SalesChannel, UpdateCredentialsInput } from '../../../../schemas/sales/channel.ts'

export const updateChannelCredentials = endpoint({
  route: 'PATCH /api/sales/channels/{id}/credentials',
  scope: 'sales:channel:write',
  summary: 'Change credentials; blank and absent ones stay. They are kept whatever the store says to them',
  body: UpdateCredentialsInput,
  returns: ChannelWithConnection,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { params, body, unit }) {
    const channel = await changeCredentials(app, unit, params.id, body.credentials)
    const shown = present(SalesChannel, await presentChannel(app.db, unit.tenant, channel))
    return { channel: shown, connectionStatus: channel.connectionStatus }
  },
})
