import { deleteEndpoint } from '../../../lib/notification/webhooks/endpoints/update-endpoint.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'

export const deleteWebhookEndpoint = endpoint({
  route: 'DELETE /api/notification/webhook-endpoints/{id}',
  scope: 'notification:webhook_endpoint:write',
  summary: 'Delete a webhook endpoint',
  description:
    'Deliveries that wait for it are dropped, and its log cannot be read any more. Deleting the endpoint of the settings clears its settings, so it needs a recent second factor if the tenant demands it.',
  problems: ['STEP_UP_REQUIRED'],
  ifMatch: true,
  run: (app, { caller, params, unit }) => deleteEndpoint(app, unit, caller, params.id),
})
