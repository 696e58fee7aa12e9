import { listEndpoint } from '../../../../lib/http/endpoint.ts'
import { notFound } from '../../../../lib/problem.ts'
import { findChannel } from '../../../../lib/sales/channel-store.ts'
import { pageOfDeliveries } from '../../../../lib/sales/webhook-delivery-store.ts'
import { ChannelWebhookDelivery, WEBHOOK_DELIVERY_STATES } from '../../../../schemas/channel-webhook.ts'
import { oneOf, text } from '../../../../schemas/types.ts'

export const listWebhookDeliveries = listEndpoint({
  route: 'GET /api/sales/channels/{channelId}/webhook-deliveries',
  scope: 'sales:channel:read',
  summary: 'List what the store of a channel has told, newest first',
  query: { topic: text(100), status: oneOf(WEBHOOK_DELIVERY_STATES) },
  of: ChannelWebhookDelivery,
  itemsPerPage: 30,
  async run({ db }, { caller, params: { channelId }, query, page }) {
    if (!(await findChannel(db, caller.tenant, channelId))) throw notFound()
    return await pageOfDeliveries(db, caller.tenant, channelId, page, query)
  },
})
