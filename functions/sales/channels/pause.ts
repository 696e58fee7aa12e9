import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../lib/sales/channels/present-channel.ts'
import { moveChannel } from '../../../lib/sales/connections/move-channel.ts'
import { SalesChannel } from '../../../schemas/sales/channel.ts'

export const pauseChannel = endpoint({
  route: 'POST /api/sales/channels/{id}/pause',
  scope: 'sales:channel:write',
  summary: 'Pause an active channel; its orders are no longer synced',
  description: 'Webhooks that arrive during the pause are stored for 30 days and imported when the channel resumes.',
  returns: SalesChannel,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run({ db }, { params, unit }) {
    return await presentChannel(db, unit.tenant, await moveChannel(unit, params.id, 'pause'))
  },
})
