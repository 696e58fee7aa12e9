import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { slicePage } from '../../../../lib/platform/store/lists/list.ts'
import { listWebhooksOfChannel } from '../../../../lib/sales/webhooks/subscribe-at-shop.ts'
import { ChannelWebhook } from '../../../../schemas/sales/channel-webhook.ts'

export const listWebhookSubscriptions = listEndpoint({
  route: 'GET /api/sales/channels/{channelId}/webhooks',
  scope: 'sales:channel:read',
  summary: 'List the webhook subscriptions of a channel, newest first',
  of: ChannelWebhook,
  itemsPerPage: 30,
  async run(app, { caller, params, page }) {
    return slicePage(await listWebhooksOfChannel(app, caller.tenant, params.channelId), page)
  },
})
