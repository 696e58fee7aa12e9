import { makeOnce } from '../../platform/make-once.ts'
import type { Connector } from '../connector.ts'
import { parseCredentials, Unfit } from '../credentials.ts'
import { isSignedBase64 } from '../signature.ts'
import { TOPICS } from './topics.ts'

const loaded = makeOnce(async () => ({
  ...(await import('./authorization.ts')),
  ...(await import('./ask-shop.ts')),
  ...(await import('./orders.ts')),
  ...(await import('./catalog.ts')),
  ...(await import('./push.ts')),
  ...(await import('./inventory.ts')),
  ...(await import('./webhooks.ts')),
}))

const KEYS: Connector['keys'] = {
  required: ['store_url'],
  // Of an app that the merchant made; without them the channel is connected through the platform's own app.
  optional: ['access_token', 'client_secret'],
  secret: ['access_token', 'client_secret'],
}

const SHOP = /^[a-z0-9][a-z0-9_-]{0,80}\.(?:myshopify\.com|shopify\.com|myshopify\.io|shop\.dev)$/

/** Where merchants look after their shops; no shop itself. */
const ADMIN = 'admin.shopify.com'

/** Whether calls to this host, and a browser with a state, may be sent there as to a shop. */
export const isShop = (host: string): boolean => SHOP.test(host) && host !== ADMIN

const parseShopUrl = (value: string): string => {
  const text = value.includes('://') ? value : `https://${value}`
  if (text.length <= 2048 && URL.canParse(text)) {
    const { protocol, hostname, host, username, pathname } = new URL(text)
    const name = hostname === ADMIN ? /^\/store\/([a-z0-9][a-z0-9_-]{0,80})/.exec(pathname)?.[1] : undefined
    const shop = name ? `${name}.myshopify.com` : host
    // A plain address of one machine stands for a shop where calls to private addresses are let through.
    const isLocal = protocol === 'http:' && hostname === '127.0.0.1'
    if (!username && (isShop(shop) || isLocal)) return isLocal ? `http://${host}` : `https://${shop}`
  }
  throw new Unfit('must be the address of a shop such as https://name.myshopify.com')
}

const parseToken = (value: string) => {
  if (!/^[\x21-\x7e]{1,1024}$/.test(value)) throw new Unfit('must be a token as the store gave it')
  return value
}

/** Shopify's Admin API in GraphQL. */
export const shopify: Connector = {
  type: 'shopify',
  keys: KEYS,
  pace: { burst: 4, perSecond: 4 },
  prepare: (given) =>
    parseCredentials(KEYS, given, { store_url: parseShopUrl, access_token: parseToken, client_secret: parseToken }),
  test: async (shop) => (await loaded()).test(shop),
  discover: async (shop) => (await loaded()).discover(shop),
  oauth: {
    tokenKey: 'access_token',
    isConfigured: ({ shopify: { clientId, clientSecret } }) => !!clientId && !!clientSecret,
    getShop: ({ store_url = '' }) => new URL(store_url).host,
    buildAuthorizationUrl: async (...given) => (await loaded()).buildAuthorizationUrl(...given),
    isSignedCallback: async (...given) => (await loaded()).isSignedCallback(...given),
    redeem: async (...given) => (await loaded()).redeem(...given),
    refresh: async (...given) => (await loaded()).refresh(...given),
  },
  orders: {
    page: async (shop, query) => (await loaded()).orderPage(shop, query),
    get: async (shop, ref) => (await loaded()).getOrder(shop, ref),
  },
  catalog: {
    page: async (shop, cursor) => (await loaded()).readCatalogPage(shop, cursor),
    find: async (shop, wanted) => (await loaded()).findVariants(shop, wanted),
    push: async (shop, variants) => (await loaded()).pushVariants(shop, variants),
  },
  inventory: { push: async (shop, levels) => (await loaded()).pushLevels(shop, levels) },
  webhooks: {
    topics: TOPICS,
    topicHeaders: ['x-shopify-topic', 'shopify-topic'],
    headerPrefixes: ['x-shopify-', 'shopify-'],
    readAppSecrets: async (...given) => (await loaded()).readAppSecrets(...given),
    subscribe: async (shop, wanted) => (await loaded()).subscribe(shop, wanted),
    list: async (shop) => (await loaded()).listWebhooks(shop),
    remove: async (shop, externalId) => (await loaded()).removeWebhook(shop, externalId),
    verify: ({ headers, raw }, secrets) =>
      isSignedBase64(raw, headers['x-shopify-hmac-sha256'] ?? headers['shopify-hmac-sha256'], secrets),
    read: async (delivery) => (await loaded()).read(delivery),
  },
}
