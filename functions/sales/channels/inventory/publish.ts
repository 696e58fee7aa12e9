import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { requestStock } from '../../../../lib/sales/publish/publish.ts'
import { SalesChannel } from '../../../../schemas/sales/channel.ts'

export const publishInventory = endpoint({
  route: 'POST /api/sales/channels/{channelId}/inventory/publish',
  scope: 'sales:sync:write',
  summary: 'Publish stock quantities to the shop',
  description:
    'Starts a sync run in the background for variants that the shop has. The quantity is the stock on hand and not reserved at all custodians, less the safety stock, and less the pieces that are promised to orders without a reservation, such as held ones and those that lack stock. `backorder_policy` of the connectorConfig (`deny` or `allow`) takes precedence over the setting. A variant without a stock item is recorded as `skipped`; if a quantity of it was published before, 0 is published once. So it is for a variant that left the push assortment, unless `stock_after_removal` of the connectorConfig is `keep`; once the channel shows it again, its quantity is published again. After the first publish, stock that changes is published by itself unless the setting `warehousing.followStock` is off.',
  success: 202,
  returns: SalesChannel,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { params, unit }) {
    return await presentChannel(app.db, unit.tenant, await requestStock(app, unit, params.channelId))
  },
})
