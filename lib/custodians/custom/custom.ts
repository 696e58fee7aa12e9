import { makeOnce } from '../../platform/make-once.ts'
import { CAPABILITY_CATALOG } from '../../warehousing/custodian.ts'
import type { CustodianConnector } from '../custodian-connector.ts'
import { readNotice } from '../read-notice.ts'
import { isSignedWebhook } from '../standard-webhook.ts'

const load = makeOnce(async () => ({ ...(await import('./orders.ts')), ...(await import('./goods.ts')) }))

/**
 * A system that the tenant, or its warehouse, writes for this platform. `integrationId` is the https address that receives
 * signed requests, and `webhookSecret` signs these and the webhooks that come back.
 */
export const custom: CustodianConnector = {
  type: 'custom',
  capabilities: CAPABILITY_CATALOG.custom,
  test: async (system) => (await load()).test(system),
  orders: {
    dispatch: async (system, dispatch) => (await load()).dispatch(system, dispatch),
    find: async (system, reference) => (await load()).find(system, reference),
    cancel: async (system, order) => (await load()).cancel(system, order),
  },
  inventory: { page: async (system, cursor) => (await load()).readStockPage(system, cursor) },
  inbound: { announce: async (system, announcement) => (await load()).announce(system, announcement) },
  webhooks: {
    verify: (delivery, { webhookSecret }, now) => isSignedWebhook(delivery, webhookSecret, now),
    read: readNotice,
  },
}
