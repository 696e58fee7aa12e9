import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { removeChannel } from '../../../lib/sales/connections/disconnect-channel.ts'

export const deleteChannel = endpoint({
  route: 'DELETE /api/sales/channels/{id}',
  scope: 'sales:channel:write',
  summary: 'Delete a channel without orders or syncs; its code becomes available again',
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, unit }) => removeChannel(app, unit, params.id),
})
