import { effectEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { recordUnsubscription, unsubscribeWebhookAtShop } from '../../../../lib/sales/webhooks/subscribe-at-shop.ts'

export const removeWebhookSubscription = effectEndpoint({
  route: 'DELETE /api/sales/channels/{channelId}/webhooks/{topic+}',
  scope: 'sales:channel:write',
  summary: 'Unsubscribe from a webhook topic of the shop',
  description: 'Changes nothing if there is no subscription.',
  problems: ['CONNECTION_FAILED', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'],
  ifMatch: true,
  act: (app, { params, unit }) => unsubscribeWebhookAtShop(app, unit, params.channelId, params.topic),
  run: (app, { unit }, unsubscribed) => recordUnsubscription(app, unit, unsubscribed),
})
