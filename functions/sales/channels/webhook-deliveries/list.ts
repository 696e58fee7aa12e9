import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { notFound } from '../../../../lib/platform/problem.ts'
import { findChannel } from '../../../../lib/sales/channels/channel-store.ts'
import { listDeliveries } from '../../../../lib/sales/webhooks/webhook-delivery-store.ts'
import { ChannelWebhookDelivery } from '../../../../schemas/sales/channel-webhook.ts'
import { oneOf, text } from '../../../../schemas/types.ts'
import { WEBHOOK_DELIVERY_STATES } from '../../../../schemas/webhook-delivery.ts'

export const listWebhookDeliveries = listEndpoint({
  route: 'GET /api/sales/channels/{channelId}/webhook-deliveries',
  scope: 'sales:channel:read',
  summary: 'List the webhook deliveries of a channel, newest first',
  description:
    'Entries are kept for 90 days. A delivery that repeats an event has the id of the first one in `repeats`, and the same status. A delivery to a paused channel stays `received` until the channel resumes; so does one whose order has to be read from the shop, while the shop refuses the credentials and for about three days while it fails. `errorMessage` says what a delivery waits for. Of deliveries that the shop has not signed, the first twenty of an hour have entries of their own, and one more entry counts the rest.',
  query: { topic: text(100), status: oneOf(WEBHOOK_DELIVERY_STATES) },
  of: ChannelWebhookDelivery,
  itemsPerPage: 30,
  async run({ db }, { caller, params: { channelId }, query, page }) {
    if (!(await findChannel(db, caller.tenant, channelId))) throw notFound()
    return await listDeliveries(db, caller.tenant, channelId, page, query)
  },
})
