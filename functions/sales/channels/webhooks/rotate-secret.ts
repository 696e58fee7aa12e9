import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { rotateSecret } from '../../../../lib/sales/webhooks/subscribe-webhook.ts'

export const rotateWebhookSecret = endpoint({
  route: 'POST /api/sales/channels/{channelId}/webhooks/rotate-secret',
  scope: 'sales:channel:write',
  summary: 'Replace the secret with which the store of a channel signs',
  description:
    'The store gets the new secret with the next look at its webhooks, within the hour. What it signs with the one before counts until then, and for a day at least.',
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, unit }) => rotateSecret(app, unit, params.channelId),
})
