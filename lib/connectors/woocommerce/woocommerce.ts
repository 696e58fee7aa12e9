import { makeOnce } from '../../platform/make-once.ts'
import type { Connector } from '../connector.ts'
import { checkShopUrl, parseCredentials, Unfit } from '../credentials.ts'
import { mustNotifyCustomer, NOTIFY_CUSTOMER } from '../fulfilments/notify-customer.ts'
import { lazyFulfilments, lazyNotes, lazyParts, lazyWebhooks } from '../lazy-parts.ts'
import { WOOCOMMERCE_ORDER_STATES } from '../order-states/woocommerce-order-states.ts'
import type { Delivery } from '../webhooks/shop-webhooks.ts'
import { isSignedBase64 } from '../webhooks/signature.ts'

const load = makeOnce(async () => ({
  ...(await import('./ask-shop.ts')),
  ...(await import('./orders/orders.ts')),
  ...(await import('./webhooks.ts')),
  ...(await import('./catalog.ts')),
  ...(await import('./publish.ts')),
  ...(await import('./inventory.ts')),
  ...(await import('./fulfilments.ts')),
  ...(await import('./notes.ts')),
}))

/** Orders of one request by their ids. */
const FOUND_AT_ONCE = 50

const KEYS: Connector['keys'] = {
  required: ['store_url', 'consumer_key', 'consumer_secret'],
  secret: ['consumer_key', 'consumer_secret'],
}

const parseKey = (value: string) => {
  if (!/^[\x21-\x7e]{1,255}$/.test(value) || value.includes(':'))
    throw new Unfit('must be a key in the form in which the shop issued it')
  return value
}

/** The shop tries the URL of a new webhook without a signature. */
const isPing = ({ headers, raw }: Delivery) =>
  headers['x-wc-webhook-topic'] === undefined && /^webhook_id=\d{1,18}$/.test(raw.toString('latin1', 0, 64))

/** WooCommerce's REST API, version 3. */
export const woocommerce: Connector = {
  type: 'woocommerce',
  keys: KEYS,
  formatsTexts: true,
  pace: { burst: 4, perSecond: 4 },
  prepare: (given) =>
    parseCredentials(KEYS, given, {
      store_url: checkShopUrl('wp-admin', 'wp-login.php', 'wp-json'),
      consumer_key: parseKey,
      consumer_secret: parseKey,
    }),
  ...lazyParts(load, WOOCOMMERCE_ORDER_STATES, FOUND_AT_ONCE),
  choices: NOTIFY_CUSTOMER,
  fulfilments: { ...lazyFulfilments(load), isFinal: mustNotifyCustomer },
  notes: lazyNotes(load),
  webhooks: {
    ...lazyWebhooks(load),
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
    revive: async (shop, externalId) => (await load()).revive(shop, externalId),
    verify: (delivery, secrets) =>
      isPing(delivery) || isSignedBase64(delivery.raw, delivery.headers['x-wc-webhook-signature'], secrets),
    read: async (delivery, config) => (isPing(delivery) ? 'ping' : (await load()).read(delivery, config)),
  },
}
