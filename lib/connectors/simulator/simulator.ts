import { makeOnce } from '../../platform/make-once.ts'
import type { Connector } from '../connector.ts'
import { parseCredentials } from '../credentials.ts'
import { lazyFulfilments, lazyNotes, lazyParts, lazyWebhooks } from '../lazy-parts.ts'
import { SIMULATOR_ORDER_STATES } from '../order-states/simulator-order-states.ts'
import { isSignedBase64 } from '../webhooks/signature.ts'
import { DEFAULT_SEED } from './default-seed.ts'

const load = makeOnce(async () => ({
  ...(await import('./simulation.ts')),
  ...(await import('./orders.ts')),
  ...(await import('./catalog.ts')),
  ...(await import('./inventory.ts')),
  ...(await import('./webhooks.ts')),
  ...(await import('./fulfilments.ts')),
  ...(await import('./notes.ts')),
}))

/** Orders of one request by their ids. */
const FOUND_AT_ONCE = 50

const KEYS: Connector['keys'] = {
  required: ['api_key'],
  optional: [
    'seed',
    'orders',
    'every_seconds',
    'page_size',
    'currency',
    'unpaid_percent',
    'changed_percent',
    'refunded_percent',
    'edited_percent',
    'returned_to_paid_percent',
    'gross',
    'shipping_percent',
    'discount_percent',
    'digital_percent',
    'tip_percent',
    'bad_percent',
    'fail_percent',
    'rate_limit_percent',
    'lost_percent',
    'refuse_percent',
    'products',
    'now',
  ],
  secret: ['api_key'],
}

/**
 * A simulated shop for developers and tests: it needs no network and has the same orders for the same `seed`. It stores
 * its state in the table, so that all processes share it. Credentials or `connectorConfig` contain its settings; the
 * `api_key` `refused` is rejected.
 */
export const simulator: Connector = {
  type: 'simulator',
  isSimulated: true,
  keys: KEYS,
  pace: { burst: 100, perSecond: 1000 },
  prepare: (given) => parseCredentials(KEYS, given),
  getAddress: (credentials, config) => config.seed ?? credentials.seed ?? DEFAULT_SEED,
  ...lazyParts(load, SIMULATOR_ORDER_STATES, FOUND_AT_ONCE),
  fulfilments: { ...lazyFulfilments(load), isFinal: () => false },
  notes: lazyNotes(load),
  webhooks: {
    ...lazyWebhooks(load),
    topics: ['order.created', 'order.updated'],
    topicHeaders: ['x-simulator-topic'],
    headerPrefixes: ['x-simulator-', 'simulator-'],
    revive: async (shop, externalId) => (await load()).revive(shop, externalId),
    verify: ({ headers, raw }, secrets) => isSignedBase64(raw, headers['x-simulator-signature'], secrets),
  },
}
