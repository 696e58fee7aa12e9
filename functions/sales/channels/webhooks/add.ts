import { effectEndpoint, reply } from '../../../../lib/platform/http/endpoint.ts'
import { recordSubscription, subscribeWebhookAtShop } from '../../../../lib/sales/webhooks/subscribe-at-shop.ts'
import { ChannelWebhook, SubscribeWebhookInput } from '../../../../schemas/sales/channel-webhook.ts'

export const subscribeWebhookTopic = effectEndpoint({
  route: 'POST /api/sales/channels/{channelId}/webhooks',
  scope: 'sales:channel:write',
  summary: 'Subscribe to a webhook topic of the shop',
  description: 'Returns the existing subscription if there is one.',
  body: SubscribeWebhookInput,
  success: 201,
  also: 200,
  returns: ChannelWebhook,
  problems: ['CONNECTION_FAILED', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT', 'OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  act: (app, { params, body, unit }) => subscribeWebhookAtShop(app, unit, params.channelId, body.topic),
  async run(app, { unit }, subscribed) {
    const { webhook, isNew } = await recordSubscription(app, unit, subscribed)
    return reply(webhook, { status: isNew ? 201 : 200 })
  },
})
