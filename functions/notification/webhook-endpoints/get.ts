import { findEndpoint } from '../../../lib/notification/webhooks/endpoints/endpoint-store.ts'
import { presentEndpoint } from '../../../lib/notification/webhooks/endpoints/update-endpoint.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { WebhookEndpoint } from '../../../schemas/notification/webhook-endpoint.ts'

export const getWebhookEndpoint = endpoint({
  route: 'GET /api/notification/webhook-endpoints/{id}',
  scope: 'notification:webhook_endpoint:read',
  summary: 'Get a webhook endpoint',
  returns: WebhookEndpoint,
  async run({ db }, { caller, params }) {
    return presentEndpoint(orNotFound(await findEndpoint(db, caller.tenant, params.id)))
  },
})
