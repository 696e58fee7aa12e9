import { readCustodianWebhook } from '../../../../lib/fulfilment/news/read-custodian-webhooks.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { CustodianWebhookDelivery } from '../../../../schemas/warehousing/custodian-webhook.ts'

export const getCustodianWebhookDelivery = endpoint({
  route: 'GET /api/warehousing/custodians/{custodianId}/webhook-deliveries/{id}',
  scope: 'warehousing:custodian:read',
  summary: 'Get a webhook delivery of a custodian',
  returns: CustodianWebhookDelivery,
  run: ({ db }, { caller, params: { custodianId, id } }) => readCustodianWebhook(db, caller.tenant, custodianId, id),
})
