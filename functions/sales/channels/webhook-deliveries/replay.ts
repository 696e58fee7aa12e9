import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { replayWebhook } from '../../../../lib/sales/webhooks/replay-webhook.ts'
import { ChannelWebhookDelivery } from '../../../../schemas/sales/channel-webhook.ts'

export const replayWebhookDelivery = endpoint({
  route: 'POST /api/sales/channels/{channelId}/webhook-deliveries/{id}/replay',
  scope: 'sales:channel:write',
  summary: 'Have a delivery processed once more; what came is kept for thirty days',
  description: 'A delivery that repeats another has no body of its own: have the one in `repeats` processed.',
  returns: ChannelWebhookDelivery,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, unit }) => replayWebhook(app, unit, params.channelId, params.id),
})
