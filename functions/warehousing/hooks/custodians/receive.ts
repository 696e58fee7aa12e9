import {
  listCustodianWebhookLimits,
  receiveCustodianWebhook as receive,
} from '../../../../lib/fulfilment/news/receive-custodian-webhook.ts'
import { publicEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { readRawBody } from '../../../../lib/platform/http/request/body.ts'

const MAX_BYTES = 1024 * 1024

export const receiveCustodianWebhook = publicEndpoint({
  route: 'POST /hooks/custodians/{custodianId}',
  summary: "Receive a webhook of a custodian's system",
  description:
    'It accepts only requests that the system has signed, of custodians with the capability `webhook_receipt`. Systems of your own (type `custom`) sign as Standard Webhooks says, with the `webhookSecret` of the custodian, and send `{"type": "fulfilment_order.updated", "timestamp": …, "data": …}` with the whole state of one fulfilment order: `reference`, `id`, `state` (`accepted`, `in_progress`, `on_hold`, `closed`, `cancelled` or `refused`), `reason`, `cancelled` (lines that will not be fulfilled, each with `sku` and `quantity`) and `parcels`. `closed` says that the warehouse is done: pieces that are neither in `cancelled` nor missing beside parcels which all name their lines count as sent, also without any parcel, such as letters that nobody tracks. Pieces that will not be sent belong in `cancelled`. SKUs may differ from those of the order in case and spaces only; parcels with others raise a routing incident, and nothing is sent again. The `id` of a parcel need be unique within its order only. A parcel that has not left and is missing in a newer state (by `timestamp`) ends. A parcel has `id`, `lines`, `carrier`, `service`, `trackingNumber`, `trackingUrl`, `handedOverAt`, `promisedBy` and `events`, each with `id`, `occurredAt`, `state`, `flag`, `description` and `place`. Unreadable bodies are accepted and logged, too.',
  raw: true,
  maxBytes: MAX_BYTES,
  success: 202,
  problems: ['UNAUTHENTICATED', 'NOT_FOUND'],
  findRateLimits: (app, now, _body, event) => {
    const delivery = { headers: event.headers, raw: readRawBody(event, Number.POSITIVE_INFINITY) }
    const custodianText = event.pathParameters?.custodianId ?? ''
    return listCustodianWebhookLimits(app, { custodianText, delivery, shared: event.call.shared }, now)
  },
  run(app, { params, body, headers, shared, unit, log }) {
    const delivery = { headers, raw: body as unknown as Buffer }
    return receive(app, unit, { custodianText: params.custodianId, delivery, shared }, log)
  },
})
