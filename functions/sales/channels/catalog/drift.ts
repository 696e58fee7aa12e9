import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { summarizeDrift } from '../../../../lib/sales/listings/drift.ts'
import { ChannelDriftSummary } from '../../../../schemas/sales/drift.ts'

export const getDriftSummary = endpoint({
  route: 'GET /api/sales/channels/{channelId}/catalog/drift',
  scope: 'sales:sync:read',
  summary: 'Get how many variants a publish would push',
  description:
    'It pushes what has drifted and what was never pushed; each has a count of its own, as in the sync health.',
  returns: ChannelDriftSummary,
  run: (app, { caller, params }) => summarizeDrift(app, caller.tenant, params.channelId),
})
