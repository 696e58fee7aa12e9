import { effectEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { detectConflicts as detect, scheduleDetection } from '../../../../lib/sales/conflicts/detect-conflicts.ts'
import { SalesChannel } from '../../../../schemas/sales/channel.ts'

export const detectConflicts = effectEndpoint({
  route: 'POST /api/sales/channels/{channelId}/catalog/detect-conflicts',
  scope: 'sales:sync:write',
  summary: 'Detect content that changed both here and in the shop since the last sync',
  description:
    'Adds new conflicts to the list of conflicts and resolves those that no longer exist. Large catalogs are checked in the background, unless the channel is paused meanwhile. Shops whose catalog cannot be read are skipped.',
  returns: SalesChannel,
  problems: ['CONNECTION_FAILED', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT', 'OPERATION_NOT_ALLOWED'],
  act: (app, { params, unit }) => detect(app, unit, params.channelId),
  async run(app, { unit }, detected) {
    scheduleDetection(unit, detected)
    return await presentChannel(app.db, unit.tenant, detected.channel)
  },
})
