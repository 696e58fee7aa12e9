import { readCustodianWebhooks } from '../../../../lib/fulfilment/news/read-custodian-webhooks.ts'
import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { oneOf } from '../../../../schemas/types.ts'
import { CustodianWebhookDelivery } from '../../../../schemas/warehousing/custodian-webhook.ts'
import { WEBHOOK_DELIVERY_STATES } from '../../../../schemas/webhook-delivery.ts'

export const listCustodianWebhookDeliveries = listEndpoint({
  route: 'GET /api/warehousing/custodians/{custodianId}/webhook-deliveries',
  scope: 'warehousing:custodian:read',
  summary: 'List the webhook deliveries of a custodian, newest first',
  description:
    'Entries are kept for 90 days. A delivery that repeats an event has the id of the first one in `repeats`, and the same status. A delivery about an order whose dispatch has not been answered yet stays `received` for up to a quarter of an hour. Of deliveries that the custodian has not signed, the first twenty of an hour have entries of their own, and one more entry counts the rest.',
  query: { status: oneOf(WEBHOOK_DELIVERY_STATES) },
  of: CustodianWebhookDelivery,
  itemsPerPage: 30,
  run: ({ db }, { caller, params, query, page }) =>
    readCustodianWebhooks(db, caller.tenant, params.custodianId, page, query),
})
