import { makeOnce } from '../../platform/make-once.ts'
import type { Connector } from '../connector.ts'
import { checkShopUrl, parseCredentials } from '../credentials.ts'

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
  prepare: (given) => parseCredentials(KEYS, given, { store_url: checkShopUrl('api', 'admin') }),
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
}
