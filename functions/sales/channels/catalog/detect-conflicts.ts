import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { detectConflicts as detect } from '../../../../lib/sales/conflicts/detect-conflicts.ts'
import { SalesChannel } from '../../../../schemas/sales/channel.ts'

export const detectConflicts = endpoint({
  route: 'POST /api/sales/channels/{channelId}/catalog/detect-conflicts',
  scope: 'sales:sync:write',
  summary: 'Find which content changed here and in the store, differently, since it was exchanged last',
  description:
    'What is found stands in the ledger of conflicts, and what is no conflict any more is resolved there. Large catalogs are gone through behind the answer. A store that cannot say what it shows is left as it is.',
  returns: SalesChannel,
  problems: ['CONNECTION_FAILED', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT', 'OPERATION_NOT_ALLOWED'],
  async run(app, { params, unit }) {
    return await presentChannel(app.db, unit.tenant, await detect(app, unit, params.channelId))
  },
})
