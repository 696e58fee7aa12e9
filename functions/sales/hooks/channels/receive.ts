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
  mostBytes: MAX_BYTES,
  success: 202,
  problems: ['UNAUTHENTICATED', 'NOT_FOUND'],
  findRateLimits: (app, now, _body, event) =>
    listWebhookRateLimits(
      app,
      event.pathParameters?.channelId ?? '',
      { headers: event.headers, raw: readRawBody(event, Number.POSITIVE_INFINITY) },
      now,
    ),
  async run(app, { params, body, headers, unit, log }) {
    const delivery = { headers, raw: body as unknown as Buffer }
    await receiveWebhook(app, unit, params.channelId, delivery, log)
  },
})
