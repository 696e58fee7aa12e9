import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../lib/sales/channels/present-channel.ts'
import { moveChannel } from '../../../lib/sales/connections/move-channel.ts'
import { SalesChannel } from '../../../schemas/sales/channel.ts'

export const resumeChannel = endpoint({
  route: 'POST /api/sales/channels/{id}/resume',
  scope: 'sales:channel:write',
  summary: 'Resume a paused channel',
  description:
    'If the channel imports automatically, it is synced at once. Webhooks that arrived during the pause are imported.',
  returns: SalesChannel,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run({ db }, { params, unit }) {
    return await presentChannel(db, unit.tenant, await moveChannel(unit, params.id, 'resume'))
  },
})
