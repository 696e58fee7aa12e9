import { effectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { releaseForRemoval, removeChannel } from '../../../lib/sales/connections/disconnect-channel.ts'

export const deleteChannel = effectEndpoint({
  route: 'DELETE /api/sales/channels/{id}',
  scope: 'sales:channel:write',
  summary: 'Delete a channel without orders or syncs; its code becomes available again',
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  act: (app, { params, unit }) => releaseForRemoval(app, unit, params.id),
  run: (app, { unit }, released) => removeChannel(app, unit, released),
})
