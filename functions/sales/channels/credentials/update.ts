import { effectEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { present } from '../../../../lib/platform/http/response/present.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { changeCredentials, testChangedCredentials } from '../../../../lib/sales/connections/change-credentials.ts'
import { ChannelWithConnection, SalesChannel, UpdateCredentialsInput } from '../../../../schemas/sales/channel.ts'

export const updateChannelCredentials = effectEndpoint({
  route: 'PATCH /api/sales/channels/{id}/credentials',
  scope: 'sales:channel:write',
  stepUp: true,
  summary: 'Update credentials; blank and absent ones stay unchanged',
  description:
    'The credentials are tested at the shop and stored whatever the result, which `connectionStatus` shows. If syncing had stopped because of refused credentials, it resumes.',
  body: UpdateCredentialsInput,
  returns: ChannelWithConnection,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  act: (app, { params, body, unit }) => testChangedCredentials(app, unit, params.id, body.credentials),
  async run(app, { body, unit }, tested) {
    const channel = await changeCredentials(app, unit, body.credentials, tested)
    const shown = present(SalesChannel, await presentChannel(app.db, unit.tenant, channel))
    return { channel: shown, connectionStatus: channel.connectionStatus }
  },
})
