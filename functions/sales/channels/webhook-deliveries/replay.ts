import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { replayDelivery } from '../../../../lib/platform/webhooks/replay-delivery.ts'
import { channelWebhookLog } from '../../../../lib/sales/webhooks/webhook-delivery-store.ts'
import { ChannelWebhookDelivery } from '../../../../schemas/sales/channel-webhook.ts'

export const replayWebhookDelivery = endpoint({
  route: 'POST /api/sales/channels/{channelId}/webhook-deliveries/{id}/replay',
  scope: 'sales:channel:write',
  summary: 'Process a webhook delivery again',
  description:
    'The body of a delivery is stored for 30 days. A delivery that repeats another one has no body of its own: replay the one in `repeats`.',
  returns: ChannelWebhookDelivery,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, unit }) => replayDelivery(app, unit, channelWebhookLog, params.channelId, params.id),
})
