import { makeOnce } from '../../platform/make-once.ts'
import type { Connector, Delivery } from '../connector.ts'
import { parseCredentials, storeUrl, Unfit } from '../credentials.ts'
import { isSignedBase64 } from '../signature.ts'

const loaded = makeOnce(async () => ({
  ...(await import('./store.ts')),
  ...(await import('./orders.ts')),
  ...(await import('./webhooks.ts')),
  ...(await import('./catalog.ts')),
  ...(await import('./publish.ts')),
  ...(await import('./inventory.ts')),
}))

const KEYS: Connector['keys'] = {
  required: ['store_url', 'consumer_key', 'consumer_secret'],
  secret: ['consumer_key', 'consumer_secret'],
}

const keyLike = (value: string) => {
  if (!/^[\x21-\x7e]{1,255}$/.test(value) || value.includes(':')) throw new Unfit('must be a key as the store gave it')
  return value
}

/** A new webhook's address is tried without a signature; nothing is done about it, so that none is needed. */
const isPing = ({ headers, raw }: Delivery) =>
  headers['x-wc-webhook-topic'] === undefined && /^webhook_id=\d{1,18}$/.test(raw.toString('latin1', 0, 64))

/** WooCommerce's REST API, version 3. */
export const woocommerce: Connector = {
  type: 'woocommerce',
  keys: KEYS,
  pace: { burst: 4, perSecond: 4 },
  prepare: (given) =>
    parseCredentials(KEYS, given, {
      store_url: storeUrl('wp-admin', 'wp-login.php', 'wp-json'),
      consumer_key: keyLike,
      consumer_secret: keyLike,
    }),
  test: async (store) => (await loaded()).test(store),
  discover: async (store) => (await loaded()).discover(store),
  orders: {
    page: async (store, query) => (await loaded()).orderPage(store, query),
    get: async (store, ref) => (await loaded()).getOrder(store, ref),
  },
  catalog: {
    page: async (store, cursor) => (await loaded()).readCatalogPage(store, cursor),
    find: async (store, wanted) => (await loaded()).findVariants(store, wanted),
    push: async (store, variants) => (await loaded()).pushVariants(store, variants),
  },
  inventory: {
    push: async (store, levels) => (await loaded()).pushLevels(store, levels),
  },
  webhooks: {
    topicHeaders: ['x-wc-webhook-topic'],
    headerPrefixes: ['x-wc-', 'wc-'],
    topics: [
      'order.created',
      'order.updated',
      'order.deleted',
      'order.restored',
      'product.created',
      'product.updated',
      'product.deleted',
      'product.restored',
    ],
    subscribe: async (store, wanted) => (await loaded()).subscribe(store, wanted),
    list: async (store) => (await loaded()).listWebhooks(store),
    revive: async (store, externalId) => (await loaded()).revive(store, externalId),
    remove: async (store, externalId) => (await loaded()).removeWebhook(store, externalId),
    verify: (delivery, secrets) =>
      isPing(delivery) || isSignedBase64(delivery.raw, delivery.headers['x-wc-webhook-signature'], secrets),
    read: async (delivery) => (isPing(delivery) ? 'ping' : (await loaded()).read(delivery)),
  },
}
