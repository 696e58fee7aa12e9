import { endpoint } from '../../../../lib/http/endpoint.ts'
import { orNotFound } from '../../../../lib/problem.ts'
import { findWebhook } from '../../../../lib/sales/subscribe-webhook.ts'
import { ChannelWebhook } from '../../../../schemas/channel-webhook.ts'

export const getWebhookSubscription = endpoint({
  route: 'GET /api/sales/channels/{channelId}/webhooks/{topic+}',
  scope: 'sales:channel:read',
  summary: 'Get the subscription of a topic',
  returns: ChannelWebhook,
  async run(app, { caller, params }) {
    return orNotFound(await findWebhook(app, caller.tenant, params.channelId, params.topic))
  },
})
