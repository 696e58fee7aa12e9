import { presentDelivery } from '../../../../lib/notification/webhooks/log/present-delivery.ts'
import { replayDelivery } from '../../../../lib/notification/webhooks/log/replay-delivery.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { WebhookEndpointDelivery } from '../../../../schemas/notification/webhook-endpoint-delivery.ts'

export const replayWebhookEndpointDelivery = endpoint({
  route: 'POST /api/notification/webhook-endpoints/{endpointId}/deliveries/{id}/replay',
  scope: 'notification:webhook_endpoint:write',
  summary: 'Send a delivery of a webhook endpoint again',
  description:
    'The event is sent under the same `webhook-id` with a new timestamp, and with all attempts. A delivery that is pending is sent again anyway.',
  returns: WebhookEndpointDelivery,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { params: { endpointId, id }, unit }) {
    return presentDelivery(await replayDelivery(app, unit, endpointId, id))
  },
})
