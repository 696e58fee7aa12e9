import { updateEndpoint } from '../../../lib/notification/webhooks/endpoints/update-endpoint.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { UpdateWebhookEndpointInput, WebhookEndpoint } from '../../../schemas/notification/webhook-endpoint.ts'

export const updateWebhookEndpoint = endpoint({
  route: 'PATCH /api/notification/webhook-endpoints/{id}',
  scope: 'notification:webhook_endpoint:write',
  stepUp: true,
  summary: 'Update a webhook endpoint',
  description:
    'Members that are absent stay unchanged. `headers` replaces all headers; a secret one without a value keeps its value. Deliveries that wait go to the new URL. An endpoint that a person disables gets no events meanwhile; what fails because the platform disabled it can be replayed. The URL of the endpoint of the settings is changed in the settings as well.',
  body: UpdateWebhookEndpointInput,
  returns: WebhookEndpoint,
  run: (app, { caller, params, body, unit }) => updateEndpoint(app, unit, caller, params.id, body),
})
