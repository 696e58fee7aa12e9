import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { findWebhook } from '../../../../lib/sales/webhooks/subscribe-at-shop.ts'
import { ChannelWebhook } from '../../../../schemas/sales/channel-webhook.ts'

export const getWebhookSubscription = endpoint({
  route: 'GET /api/sales/channels/{channelId}/webhooks/{topic+}',
  scope: 'sales:channel:read',
  summary: 'Get the subscription to a webhook topic',
  returns: ChannelWebhook,
  async run(app, { caller, params }) {
    return orNotFound(await findWebhook(app, caller.tenant, params.channelId, params.topic))
  },
})
