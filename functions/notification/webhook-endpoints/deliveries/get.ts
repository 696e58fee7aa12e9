import { readDeliveryWithAttempts } from '../../../../lib/notification/webhooks/log/read-delivery-with-attempts.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { WebhookEndpointDelivery } from '../../../../schemas/notification/webhook-endpoint-delivery.ts'

export const getWebhookEndpointDelivery = endpoint({
  route: 'GET /api/notification/webhook-endpoints/{endpointId}/deliveries/{id}',
  scope: 'notification:webhook_endpoint:read',
  summary: 'Get a delivery of a webhook endpoint, with its attempts',
  returns: WebhookEndpointDelivery,
  run: (app, { caller, params: { endpointId, id }, log }) =>
    readDeliveryWithAttempts(app, caller.tenant, endpointId, id, log),
})
