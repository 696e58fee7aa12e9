import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { unsubscribeWebhook } from '../../../../lib/sales/webhooks/subscribe-webhook.ts'

export const removeWebhookSubscription = endpoint({
  route: 'DELETE /api/sales/channels/{channelId}/webhooks/{topic+}',
  scope: 'sales:channel:write',
  summary: 'Unsubscribe from a webhook topic of the shop',
  problems: ['CONNECTION_FAILED', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'],
  ifMatch: true,
  run: (app, { params, unit }) => unsubscribeWebhook(app, unit, params.channelId, params.topic),
})
