import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { requestStock } from '../../../../lib/sales/publish/publish.ts'
import { SalesChannel } from '../../../../schemas/sales/channel.ts'

export const publishInventory = endpoint({
  route: 'POST /api/sales/channels/{channelId}/inventory/publish',
  scope: 'sales:sync:write',
  summary: "Tell the channel's store how much may be sold",
  description:
    'A run does it in the background, of variants that the store has. The quantity is what is on hand and not reserved at all custodians together, less the safety stock; `backorder_policy` of the connectorConfig (`deny` or `allow`) comes before the setting. A variant without a stock item is left alone and recorded as `skipped`; where the store was told a quantity of it before, it is told 0 once.',
  success: 202,
  returns: SalesChannel,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { params, unit }) {
    return await presentChannel(app.db, unit.tenant, await requestStock(app, unit, params.channelId))
  },
})
