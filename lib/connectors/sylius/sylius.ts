import { makeOnce } from '../../platform/make-once.ts'
import type { Connector } from '../connector.ts'
import { parseCredentials, storeUrl } from '../credentials.ts'

const loaded = makeOnce(async () => ({
  ...(await import('./channels.ts')),
  ...(await import('./orders.ts')),
  ...(await import('./catalog.ts')),
  ...(await import('./publish.ts')),
  ...(await import('./inventory.ts')),
}))

const KEYS: Connector['keys'] = { required: ['store_url', 'username', 'password'], secret: ['password'] }

/** Sylius 2 through its admin API. It has no webhooks of its own. */
export const sylius: Connector = {
  type: 'sylius',
  keys: KEYS,
  pace: { burst: 8, perSecond: 8 },
  prepare: (given) => parseCredentials(KEYS, given, { store_url: storeUrl('api', 'admin') }),
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
}
