import { rotateSecret } from '../../../lib/notification/webhooks/endpoints/update-endpoint.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { RotateWebhookSecretInput, WebhookEndpoint } from '../../../schemas/notification/webhook-endpoint.ts'

export const rotateEndpointSecret = endpoint({
  route: 'POST /api/notification/webhook-endpoints/{id}/rotate-secret',
  scope: 'notification:webhook_endpoint:write',
  stepUp: true,
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'The answer shows the new `secret` once. Until the end of the overlap, requests are signed with both secrets. A secret that was replaced before signs nothing any more.',
  body: RotateWebhookSecretInput,
  bodyOptional: true,
  returns: WebhookEndpoint,
  ifMatch: true,
  run: (app, { caller, params, body, unit }) => rotateSecret(app, unit, caller, params.id, body?.overlapHours ?? 24),
})
