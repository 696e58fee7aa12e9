import { makeOnce } from '../../platform/make-once.ts'
import type { Connector } from '../connector.ts'
import { checkShopUrl, parseCredentials } from '../credentials.ts'
import { lazyFulfilments, lazyParts } from '../lazy-parts.ts'
import { SYLIUS_ORDER_STATES } from '../order-states/sylius-order-states.ts'

const load = makeOnce(async () => ({
  ...(await import('./channels.ts')),
  ...(await import('./orders.ts')),
  ...(await import('./catalog.ts')),
  ...(await import('./publish.ts')),
  ...(await import('./inventory.ts')),
  ...(await import('./fulfilments.ts')),
}))

/** The shop has no list of orders by their tokens. */
const FOUND_AT_ONCE = 1
/** A page of the list of orders by their dates. */
const LOOKED_AT_ONCE = 30

const parts = lazyParts(load, SYLIUS_ORDER_STATES, FOUND_AT_ONCE)

const KEYS: Connector['keys'] = { required: ['store_url', 'username', 'password'], secret: ['password'] }

/** The admin API of Sylius 2. Sylius has no webhooks. */
export const sylius: Connector = {
  type: 'sylius',
  keys: KEYS,
  pace: { burst: 8, perSecond: 8 },
  prepare: (given) => parseCredentials(KEYS, given, { store_url: checkShopUrl('api', 'admin') }),
  ...parts,
  orders: {
    ...parts.orders,
    look: { atOnce: LOOKED_AT_ONCE, next: async (shop, wanted) => (await load()).lookAtOrders(shop, wanted) },
  },
  // The shop knows no partial shipments: it ships an order with its last parcel, or already with the first.
  choices: { ship_at: ['last', 'first'] },
  fulfilments: { ...lazyFulfilments(load), isFinal: () => true },
}
