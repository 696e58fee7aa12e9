import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { rotateSecret } from '../../../../lib/sales/webhooks/subscribe-at-shop.ts'

export const rotateWebhookSecret = endpoint({
  route: 'POST /api/sales/channels/{channelId}/webhooks/rotate-secret',
  scope: 'sales:channel:write',
  summary: 'Replace the secret that the shop signs webhooks with',
  description:
    'The shop gets the new secret within an hour. Webhooks signed with the previous one are accepted until then, and for at least a day.',
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, unit }) => rotateSecret(app, unit, params.channelId),
})
