import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { summarizeDrift } from '../../../../lib/sales/listings/drift.ts'
import { ChannelDriftSummary } from '../../../../schemas/sales/catalog/drift.ts'

export const getDriftSummary = endpoint({
  route: 'GET /api/sales/channels/{channelId}/catalog/drift',
  scope: 'sales:sync:read',
  waitsForGate: true,
  summary: 'Count the variants that a publish would push',
  description:
    'A publish pushes variants that have drifted or were never pushed. Both are counted separately, as in the sync health.',
  returns: ChannelDriftSummary,
  run: (app, { caller, params }) => summarizeDrift(app, caller.tenant, params.channelId),
})
