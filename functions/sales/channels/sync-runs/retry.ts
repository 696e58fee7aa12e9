import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { retryRun } from '../../../../lib/sales/publish/publish.ts'
import { SalesChannel } from '../../../../schemas/sales/channel.ts'

export const retrySyncRun = endpoint({
  route: 'POST /api/sales/channels/{channelId}/sync-runs/{syncId}/retry',
  scope: 'sales:sync:write',
  summary: 'Push the failed variants of a run again, or its parcel',
  description:
    'Starts a new run that pushes the variants that failed according to the records of the ended run, even if they have not changed since. A run of the type `fulfilments` publishes one parcel, which is tried again.',
  success: 202,
  returns: SalesChannel,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { params, unit }) {
    return await presentChannel(app.db, unit.tenant, await retryRun(app, unit, params))
  },
})
