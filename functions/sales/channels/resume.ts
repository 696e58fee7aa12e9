import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../lib/sales/channels/present-channel.ts'
import { moveChannel } from '../../../lib/sales/connections/move-channel.ts'
import { SalesChannel } from '../../../schemas/sales/channel.ts'

export const resumeChannel = endpoint({
  route: 'POST /api/sales/channels/{id}/resume',
  scope: 'sales:channel:write',
  summary: 'Resume a paused channel',
  description:
    'A channel that imports by itself is synced at once. What was delivered by webhooks during the pause is imported.',
  returns: SalesChannel,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run({ db }, { params, unit }) {
    return await presentChannel(db, unit.tenant, await moveChannel(unit, params.id, 'resume'))
  },
})
