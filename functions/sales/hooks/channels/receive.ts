import { publicEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { readRawBody } from '../../../../lib/platform/http/request/body.ts'
import { listWebhookRateLimits, receiveWebhook } from '../../../../lib/sales/webhooks/receive-webhook.ts'

const MAX_BYTES = 5 * 1024 * 1024

export const receiveChannelWebhook = publicEndpoint({
  route: 'POST /hooks/channels/{channelId}',
  summary: 'Receive a webhook of a shop',
  description:
    'Do not call this operation yourself: it accepts only requests that the shop has signed. Unreadable bodies are accepted and logged, too, since shops disable webhooks that are answered with errors.',
  raw: true,
  maxBytes: MAX_BYTES,
  success: 202,
  problems: ['UNAUTHENTICATED', 'NOT_FOUND'],
  findRateLimits: (app, now, _body, event) => {
    const delivery = { headers: event.headers, raw: readRawBody(event, Number.POSITIVE_INFINITY) }
    const { shared } = event.call
    return listWebhookRateLimits(app, { channelText: event.pathParameters?.channelId ?? '', delivery, shared }, now)
  },
  run(app, { params, body, headers, shared, unit, log }) {
    const delivery = { headers, raw: body as unknown as Buffer }
    return receiveWebhook(app, unit, { channelText: params.channelId, delivery, shared }, log)
  },
})
