import { replayCustodianWebhook } from '../../../../lib/fulfilment/news/replay-custodian-webhook.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { CustodianWebhookDelivery } from '../../../../schemas/warehousing/custodian-webhook.ts'

export const replayCustodianWebhookDelivery = endpoint({
  route: 'POST /api/warehousing/custodians/{custodianId}/webhook-deliveries/{id}/replay',
  scope: 'warehousing:custodian:write',
  summary: 'Process a webhook delivery of a custodian again',
  description:
    'The body of a delivery is stored for 30 days. A delivery that repeats another one has no body of its own: replay the one in `repeats`.',
  returns: CustodianWebhookDelivery,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: (app, { params, unit }) => replayCustodianWebhook(app, unit, params.custodianId, params.id),
})
