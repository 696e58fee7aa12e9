import { makeOnce } from '../../platform/make-once.ts'
import type { Connector } from '../connector.ts'
import { parseCredentials } from '../credentials.ts'
import { isSignedBase64 } from '../signature.ts'

const loaded = makeOnce(async () => ({
  ...(await import('./simulation.ts')),
  ...(await import('./orders.ts')),
  ...(await import('./catalog.ts')),
  ...(await import('./webhooks.ts')),
}))

const KEYS: Connector['keys'] = {
  required: ['api_key'],
  optional: [
    'seed',
    'orders',
    'every_seconds',
    'page_size',
    'currency',
    'changed_percent',
    'bad_percent',
    'fail_percent',
    'rate_limit_percent',
    'refuse_percent',
    'products',
    'now',
  ],
  secret: ['api_key'],
}

/**
 * A store within the platform for developers and tests: no network, and the same orders for the same `seed`. What it is
 * told it keeps in the table, so that it is one store for all processes. Its
 * credentials say what it is like, `connectorConfig` may say it too; the `api_key` `refused` is refused.
 */
export const simulator: Connector = {
  type: 'simulator',
  isSimulated: true,
  keys: KEYS,
  pace: { burst: 100, perSecond: 1000 },
  prepare: (given) => parseCredentials(KEYS, given),
  test: async (shop) => (await loaded()).test(shop),
  discover: async (shop) => (await loaded()).discover(shop),
  orders: {
    page: async (shop, query) => (await loaded()).orderPage(shop, query),
    get: async (shop, ref) => (await loaded()).getOrder(shop, ref),
  },
  catalog: {
    page: async (shop, cursor) => (await loaded()).catalogPage(shop, cursor),
    find: async (shop, wanted) => (await loaded()).findVariants(shop, wanted),
    push: async (shop, variants) => (await loaded()).pushVariants(shop, variants),
  },
  inventory: {
    push: async (shop, levels) => (await loaded()).pushLevels(shop, levels),
  },
  webhooks: {
    topics: ['order.created', 'order.updated'],
    topicHeaders: ['x-simulator-topic'],
    headerPrefixes: ['x-simulator-', 'simulator-'],
    subscribe: async (shop, wanted) => (await loaded()).subscribe(shop, wanted),
    list: async (shop) => (await loaded()).listWebhooks(shop),
    revive: async (shop, externalId) => (await loaded()).revive(shop, externalId),
    remove: async (shop, externalId) => (await loaded()).removeWebhook(shop, externalId),
    verify: ({ headers, raw }, secrets) => isSignedBase64(raw, headers['x-simulator-signature'], secrets),
    read: async (delivery) => (await loaded()).read(delivery),
  },
}
