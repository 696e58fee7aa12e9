import { makeOnce } from '../../platform/make-once.ts'
import { invalid } from '../../platform/problem.ts'
import type { Connector } from '../connector.ts'
import { checkShopUrl, parseCredentials, Unfit } from '../credentials.ts'

const loaded = makeOnce(async () => ({
  ...(await import('./ask-shop.ts')),
  ...(await import('./orders.ts')),
  ...(await import('./catalog.ts')),
  ...(await import('./push.ts')),
  ...(await import('./inventory.ts')),
}))

const KEYS: Connector['keys'] = {
  required: ['store_url'],
  /** Either an API key, or an administrator's name and password; the token chooses a channel. */
  optional: ['api_key', 'username', 'password', 'channel_token'],
  secret: ['api_key', 'password', 'channel_token'],
}

const parseHeaderValue = (value: string) => {
  if (!/^[\x21-\x7e]{1,512}$/.test(value)) throw new Unfit('must be a key as the store gave it')
  return value
}

/** Vendure through its admin API in GraphQL. It has no webhooks of its own. */
export const vendure: Connector = {
  type: 'vendure',
  keys: KEYS,
  pace: { burst: 8, perSecond: 8 },
  prepare(given) {
    const kept = parseCredentials(KEYS, given, {
      store_url: checkShopUrl('admin-api', 'shop-api', 'admin', 'dashboard'),
      api_key: parseHeaderValue,
      channel_token: parseHeaderValue,
    })
    if (kept.api_key) return kept
    const missing = (['username', 'password'] as const).filter((key) => !kept[key])
    if (missing.length)
      throw invalid(
        ...missing.map((key) => ({
          propertyPath: `credentials.${key}`,
          message: 'is required where there is no api_key',
        })),
      )
    return kept
  },
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
  inventory: { push: async (shop, levels) => (await loaded()).pushLevels(shop, levels) },
}
