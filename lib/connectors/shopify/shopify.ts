import { makeOnce } from '../../platform/make-once.ts'
import type { Connector } from '../connector.ts'
import { parseCredentials, Unfit } from '../credentials.ts'
import { mustNotifyCustomer, NOTIFY_CUSTOMER } from '../fulfilments/notify-customer.ts'
import { lazyFulfilments, lazyNotes, lazyParts, lazyWebhooks } from '../lazy-parts.ts'
import { SHOPIFY_ORDER_STATES } from '../order-states/shopify-order-states.ts'
import { TEST_ORDERS } from '../order-states/test-orders.ts'
import { isSignedBase64 } from '../webhooks/signature.ts'
import { TOPICS } from './topics.ts'

const load = makeOnce(async () => ({
  ...(await import('./authorization.ts')),
  ...(await import('./ask-shop.ts')),
  ...(await import('./orders/orders.ts')),
  ...(await import('./notes.ts')),
  ...(await import('./catalog.ts')),
  ...(await import('./push.ts')),
  ...(await import('./inventory.ts')),
  ...(await import('./fulfilments.ts')),
  ...(await import('./webhooks.ts')),
}))

/** Small, because the shop charges a query for all that it may contain. */
const FOUND_AT_ONCE = 8

const KEYS: Connector['keys'] = {
  required: ['store_url'],
  // Credentials of the merchant's own app. Without them the shop's owner authorizes the deployment's app.
  optional: ['access_token', 'client_secret'],
  secret: ['access_token', 'client_secret'],
}

const SHOP = /^[a-z0-9][a-z0-9_-]{0,80}\.(?:myshopify\.com|shopify\.com|myshopify\.io|shop\.dev)$/

/** Host of the administration of all shops; not a shop. */
const ADMIN = 'admin.shopify.com'

/** Returns true if the host is a shop, to which requests and browsers with a state may be sent. */
export const isShop = (host: string): boolean => SHOP.test(host) && host !== ADMIN

const parseShopUrl = (value: string): string => {
  const text = value.includes('://') ? value : `https://${value}`
  if (text.length <= 2048 && URL.canParse(text)) {
    const { protocol, hostname, host, username, pathname } = new URL(text)
    const name = hostname === ADMIN ? /^\/store\/([a-z0-9][a-z0-9_-]{0,80})/.exec(pathname)?.[1] : undefined
    const shop = name ? `${name}.myshopify.com` : host
    // Deployments that allow private addresses accept this one as a shop.
    const isLocal = protocol === 'http:' && hostname === '127.0.0.1'
    if (!username && (isShop(shop) || isLocal)) return isLocal ? `http://${host}` : `https://${shop}`
  }
  throw new Unfit('must be the URL of a shop, such as https://name.myshopify.com')
}

const parseToken = (value: string) => {
  if (!/^[\x21-\x7e]{1,1024}$/.test(value)) throw new Unfit('must be a token in the form in which the shop issued it')
  return value
}

/** Apps without the scope read_all_orders see no older orders. */
const SHOWN_FOR_DAYS = 60

const parts = lazyParts(load, SHOPIFY_ORDER_STATES, FOUND_AT_ONCE)

/** Shopify's Admin API in GraphQL. */
export const shopify: Connector = {
  type: 'shopify',
  keys: KEYS,
  formatsTexts: true,
  pace: { burst: 4, perSecond: 4 },
  prepare: (given) =>
    parseCredentials(KEYS, given, { store_url: parseShopUrl, access_token: parseToken, client_secret: parseToken }),
  ...parts,
  orders: {
    ...parts.orders,
    shownForDays: SHOWN_FOR_DAYS,
    showsAll: async (shop) => (await load()).showsAllOrders(shop),
  },
  choices: { ...NOTIFY_CUSTOMER, ...TEST_ORDERS },
  fulfilments: { ...lazyFulfilments(load), isFinal: mustNotifyCustomer },
  notes: lazyNotes(load),
  oauth: {
    tokenKey: 'access_token',
    isConfigured: ({ shopify: { clientId, clientSecret } }) => !!clientId && !!clientSecret,
    getShop: ({ store_url = '' }) => new URL(store_url).host,
    buildAuthorizationUrl: async (...given) => (await load()).buildAuthorizationUrl(...given),
    isSignedCallback: async (...given) => (await load()).isSignedCallback(...given),
    redeem: async (...given) => (await load()).redeem(...given),
    refresh: async (...given) => (await load()).refresh(...given),
  },
  webhooks: {
    ...lazyWebhooks(load),
    topics: TOPICS,
    topicHeaders: ['x-shopify-topic', 'shopify-topic'],
    headerPrefixes: ['x-shopify-', 'shopify-'],
    readAppSecrets: async (...given) => (await load()).readAppSecrets(...given),
    verify: ({ headers, raw }, secrets) =>
      isSignedBase64(raw, headers['x-shopify-hmac-sha256'] ?? headers['shopify-hmac-sha256'], secrets),
  },
}
