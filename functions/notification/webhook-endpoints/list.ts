import { listEndpoints } from '../../../lib/notification/webhooks/endpoints/endpoint-store.ts'
import { presentEndpoint } from '../../../lib/notification/webhooks/endpoints/update-endpoint.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { slicePage } from '../../../lib/platform/store/lists/list.ts'
import { WebhookEndpoint } from '../../../schemas/notification/webhook-endpoint.ts'

export const listWebhookEndpoints = listEndpoint({
  route: 'GET /api/notification/webhook-endpoints',
  scope: 'notification:webhook_endpoint:read',
  summary: 'List webhook endpoints',
  description:
    'The endpoint whose URL and secret are settings comes first, if the settings have a URL; the others follow, oldest first. There are at most twenty others.',
  of: WebhookEndpoint,
  itemsPerPage: 30,
  async run({ db }, { caller, page }) {
    const { items, totalItems } = slicePage(await listEndpoints(db, caller.tenant), page)
    return { items: items.map((each) => presentEndpoint(each)), totalItems }
  },
})
