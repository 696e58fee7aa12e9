import { makeOnce } from '../../platform/make-once.ts'
import type { Connector } from '../connector.ts'
import { parseCredentials } from '../credentials.ts'
import { isSignedBase64 } from '../signature.ts'

const loaded = makeOnce(async () => ({
  ...(await import('./store.ts')),
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
  test: async (store) => (await loaded()).test(store),
  discover: async (store) => (await loaded()).discover(store),
  orders: {
    page: async (store, query) => (await loaded()).orderPage(store, query),
    get: async (store, ref) => (await loaded()).getOrder(store, ref),
  },
  catalog: {
    page: async (store, cursor) => (await loaded()).catalogPage(store, cursor),
    find: async (store, wanted) => (await loaded()).findVariants(store, wanted),
    push: async (store, variants) => (await loaded()).pushVariants(store, variants),
  },
  inventory: {
    push: async (store, levels) => (await loaded()).pushLevels(store, levels),
  },
  webhooks: {
    topics: ['order.created', 'order.updated'],
    topicHeaders: ['x-simulator-topic'],
    headerPrefixes: ['x-simulator-', 'simulator-'],
    subscribe: async (store, wanted) => (await loaded()).subscribe(store, wanted),
    list: async (store) => (await loaded()).listWebhooks(store),
    revive: async (store, externalId) => (await loaded()).revive(store, externalId),
    remove: async (store, externalId) => (await loaded()).removeWebhook(store, externalId),
    verify: ({ headers, raw }, secrets) => isSignedBase64(raw, headers['x-simulator-signature'], secrets),
    read: async (delivery) => (await loaded()).read(delivery),
  },
}
