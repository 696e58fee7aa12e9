import { endpoint, reply } from '../../../../lib/platform/http/endpoint.ts'
import { subscribeWebhook } from '../../../../lib/sales/webhooks/subscribe-webhook.ts'
import { ChannelWebhook, SubscribeWebhookInput } from '../../../../schemas/sales/channel-webhook.ts'

export const subscribeWebhookTopic = endpoint({
  route: 'POST /api/sales/channels/{channelId}/webhooks',
  scope: 'sales:channel:write',
  summary: 'Subscribe to a webhook topic of the shop',
  body: SubscribeWebhookInput,
  success: 201,
  also: 200,
  returns: ChannelWebhook,
  problems: ['CONNECTION_FAILED', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT', 'OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { params, body, unit }) {
    const { webhook, isNew } = await subscribeWebhook(app, unit, params.channelId, body.topic)
    return reply(webhook, { status: isNew ? 201 : 200 })
  },
})
