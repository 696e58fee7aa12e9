import { makeOnce } from '../../platform/make-once.ts'
import { invalid } from '../../platform/problem.ts'
import type { Connector } from '../connector.ts'
import { parseCredentials, storeUrl, Unfit } from '../credentials.ts'

const loaded = makeOnce(async () => ({
  ...(await import('./store.ts')),
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
      store_url: storeUrl('admin-api', 'shop-api', 'admin', 'dashboard'),
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
  inventory: { push: async (store, levels) => (await loaded()).pushLevels(store, levels) },
}
