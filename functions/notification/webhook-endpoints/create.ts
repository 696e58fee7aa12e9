import { createEndpoint } from '../../../lib/notification/webhooks/endpoints/update-endpoint.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateWebhookEndpointInput, WebhookEndpoint } from '../../../schemas/notification/webhook-endpoint.ts'

export const createWebhookEndpoint = endpoint({
  route: 'POST /api/notification/webhook-endpoints',
  scope: 'notification:webhook_endpoint:write',
  stepUp: true,
  summary: 'Create a webhook endpoint',
  description: `The answer shows the \`secret\` once. Requests are signed as [Standard Webhooks](https://www.standardwebhooks.com) describe: \`webhook-id\` is the id of the event, which is the same in every attempt and replay; \`webhook-timestamp\` is the time of the attempt; \`webhook-signature\` has one \`v1\` signature for each secret. The body has \`type\`, \`timestamp\` and \`data\`.

Every event is delivered at least once: an endpoint can get an event again and must recognize it by \`webhook-id\`. The order is not guaranteed: compare the \`timestamp\` of events, or read the resource, whose revision tells its age.

A status from 200 to 299 within 15 seconds is a success. Redirects are not followed. After a failure, further attempts follow after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 10 hours, or later if \`Retry-After\` says so, by up to 12 hours. The answer 410 disables the endpoint at once, and five days with nothing but failures disable it after a warning a day before.`,
  body: CreateWebhookEndpointInput,
  success: 201,
  returns: WebhookEndpoint,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { body, unit }) => createEndpoint(app, unit, body),
})
