import { findEndpoint } from '../../../../lib/notification/webhooks/endpoints/endpoint-store.ts'
import { listEndpointDeliveries } from '../../../../lib/notification/webhooks/log/endpoint-delivery-store.ts'
import { presentDelivery } from '../../../../lib/notification/webhooks/log/present-delivery.ts'
import { checkRange } from '../../../../lib/platform/calendar/check-range.ts'
import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { topicName } from '../../../../schemas/notification/topic.ts'
import {
  ENDPOINT_DELIVERY_STATES,
  WebhookEndpointDelivery,
} from '../../../../schemas/notification/webhook-endpoint-delivery.ts'
import { date, oneOf } from '../../../../schemas/types.ts'

export const listWebhookEndpointDeliveries = listEndpoint({
  route: 'GET /api/notification/webhook-endpoints/{endpointId}/deliveries',
  scope: 'notification:webhook_endpoint:read',
  summary: 'List the deliveries of a webhook endpoint, those of the latest events first',
  description:
    'A delivery is listed from its first attempt on and for 30 days after its event. One that failed because the endpoint was disabled has no attempt.',
  query: {
    status: oneOf(ENDPOINT_DELIVERY_STATES),
    topic: topicName(),
    from: date({ description: 'Day of the earliest event, in UTC' }),
    to: date({ description: 'Day of the latest event, in UTC' }),
  },
  of: WebhookEndpointDelivery,
  itemsPerPage: 30,
  async run({ db }, { caller, params, query, page }) {
    checkRange(query, 'from', 'to')
    const { id } = orNotFound(await findEndpoint(db, caller.tenant, params.endpointId))
    const { items, totalItems } = await listEndpointDeliveries(db, caller.tenant, id, page, query)
    return { items: items.map(presentDelivery), totalItems }
  },
})
