import { presentDelivery } from '../../../lib/notification/webhooks/log/present-delivery.ts'
import { sendTestEvent } from '../../../lib/notification/webhooks/send-test-event.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { TestWebhookEndpointInput } from '../../../schemas/notification/webhook-endpoint.ts'
import { WebhookEndpointDelivery } from '../../../schemas/notification/webhook-endpoint-delivery.ts'

export const testWebhookEndpoint = endpoint({
  route: 'POST /api/notification/webhook-endpoints/{id}/test',
  scope: 'notification:webhook_endpoint:write',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'The event has the example data of its topic, and `isTest` in `data`. It is sent like every other event, also to a disabled endpoint; the delivery shows what became of it.',
  body: TestWebhookEndpointInput,
  bodyOptional: true,
  success: 201,
  returns: WebhookEndpointDelivery,
  ifMatch: true,
  async run(app, { params, body, unit }) {
    return presentDelivery(await sendTestEvent(app, unit, params.id, body?.topic))
  },
})
