import { makeOnce } from '../../platform/make-once.ts'
import { CAPABILITY_CATALOG } from '../../warehousing/custodian.ts'
import type { CustodianConnector } from '../custodian-connector.ts'
import { readNotice } from '../read-notice.ts'
import { isSignedWebhook } from '../standard-webhook.ts'

const load = makeOnce(async () => ({ ...(await import('./orders.ts')), ...(await import('./goods.ts')) }))

/**
 * A simulated custodian for developers and tests: it needs no network, and everything that happens to an order follows from
 * the time at which it was placed and the seed. Its state is in the table, so that all processes share it. `accountId` is
 * the seed, `integrationId` its settings as a query, such as `step_seconds=5&lost_percent=10`, and `webhookSecret` signs
 * its webhooks. The `apiKey` `refused` is rejected.
 */
export const simulator: CustodianConnector = {
  type: 'simulator',
  capabilities: CAPABILITY_CATALOG.simulator,
  isSimulated: true,
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
