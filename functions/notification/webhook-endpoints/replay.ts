import { replayFailed } from '../../../lib/notification/webhooks/log/replay-delivery.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ReplayWebhooksInput, WebhookReplay } from '../../../schemas/notification/webhook-endpoint.ts'

export const replayWebhooks = endpoint({
  route: 'POST /api/notification/webhook-endpoints/{id}/replay',
  scope: 'notification:webhook_endpoint:write',
  summary: 'Replay the failed deliveries of a webhook endpoint',
  description:
    'Sends all deliveries again that have failed and whose events occurred in this time, oldest first, under the same `webhook-id`. Events are kept for 30 days. With `isDryRun` they are only counted.',
  body: ReplayWebhooksInput,
  returns: WebhookReplay,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, body, unit }) => replayFailed(app, unit, params.id, body),
})
