import { makeOnce } from '../../platform/make-once.ts'
import type { Connector, Delivery } from '../connector.ts'
import { checkShopUrl, parseCredentials, Unfit } from '../credentials.ts'
import { isSignedBase64 } from '../signature.ts'

const loaded = makeOnce(async () => ({
  ...(await import('./ask-shop.ts')),
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
      store_url: checkShopUrl('wp-admin', 'wp-login.php', 'wp-json'),
      consumer_key: keyLike,
      consumer_secret: keyLike,
    }),
  test: async (shop) => (await loaded()).test(shop),
  discover: async (shop) => (await loaded()).discover(shop),
  orders: {
    page: async (shop, query) => (await loaded()).orderPage(shop, query),
    get: async (shop, ref) => (await loaded()).getOrder(shop, ref),
  },
  catalog: {
    page: async (shop, cursor) => (await loaded()).readCatalogPage(shop, cursor),
    find: async (shop, wanted) => (await loaded()).findVariants(shop, wanted),
    push: async (shop, variants) => (await loaded()).pushVariants(shop, variants),
  },
  inventory: {
    push: async (shop, levels) => (await loaded()).pushLevels(shop, levels),
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
    subscribe: async (shop, wanted) => (await loaded()).subscribe(shop, wanted),
    list: async (shop) => (await loaded()).listWebhooks(shop),
    revive: async (shop, externalId) => (await loaded()).revive(shop, externalId),
    remove: async (shop, externalId) => (await loaded()).removeWebhook(shop, externalId),
    verify: (delivery, secrets) =>
      isPing(delivery) || isSignedBase64(delivery.raw, delivery.headers['x-wc-webhook-signature'], secrets),
    read: async (delivery) => (isPing(delivery) ? 'ping' : (await loaded()).read(delivery)),
  },
}
