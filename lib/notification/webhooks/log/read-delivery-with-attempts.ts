import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import type { Log } from '../../../platform/log.ts'
import { notFound, orNotFound } from '../../../platform/problem.ts'
import { findEndpoint } from '../endpoints/endpoint-store.ts'
import { buildWebhookBody, findEventOfDelivery } from '../requests/build-webhook-body.ts'
import { findEndpointDelivery, listAttempts } from './endpoint-delivery-store.ts'

/** Returns a delivery with its attempts, and the body as it would be sent now, without what was erased meanwhile. */
export const readDeliveryWithAttempts = async (app: App, tenant: Id, endpointId: string, id: string, log: Log) => {
  const [endpoint, found] = await Promise.all([
    findEndpoint(app.db, tenant, endpointId),
    findEndpointDelivery(app.db, tenant, id),
  ])
  const delivery = orNotFound(found)
  if (!endpoint || delivery.endpointId !== endpoint.id) throw notFound()
  const [attempts, event] = await Promise.all([
    listAttempts(app.db, tenant, delivery.id),
    findEventOfDelivery(app, { ...delivery, tenant }),
  ])
  const { includesText } = endpoint
  const { isTest } = delivery
  return {
    ...delivery,
    requestBody: event ? await buildWebhookBody(app, event, { includesText, isTest: isTest || undefined }, log) : null,
    attempts,
  }
}
