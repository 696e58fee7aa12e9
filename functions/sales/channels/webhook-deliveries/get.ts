import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { notFound } from '../../../../lib/platform/problem.ts'
import { findDelivery } from '../../../../lib/sales/webhooks/webhook-delivery-store.ts'
import { ChannelWebhookDelivery } from '../../../../schemas/sales/channel-webhook.ts'

export const getWebhookDelivery = endpoint({
  route: 'GET /api/sales/channels/{channelId}/webhook-deliveries/{id}',
  scope: 'sales:channel:read',
  summary: 'Get a webhook delivery',
  returns: ChannelWebhookDelivery,
  async run({ db }, { caller, params: { channelId, id } }) {
    const delivery = await findDelivery(db, caller.tenant, id)
    if (delivery?.channelId !== channelId) throw notFound()
    return delivery
  },
})
