import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { unsubscribeWebhook } from '../../../../lib/sales/webhooks/subscribe-webhook.ts'

export const removeWebhookSubscription = endpoint({
  route: 'DELETE /api/sales/channels/{channelId}/webhooks/{topic+}',
  scope: 'sales:channel:write',
  summary: 'Have the store of a channel no longer tell of a topic, also where it does not',
  problems: ['CONNECTION_FAILED', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'],
  ifMatch: true,
  run: (app, { params, unit }) => unsubscribeWebhook(app, unit, params.channelId, params.topic),
})
