import { makeOnce } from '../../platform/make-once.ts'
import { invalid } from '../../platform/problem.ts'
import type { Connector } from '../connector.ts'
import { checkShopUrl, parseCredentials, Unfit } from '../credentials.ts'
import { lazyFulfilments, lazyNotes, lazyParts } from '../lazy-parts.ts'
import { VENDURE_ORDER_STATES } from '../order-states/vendure-order-states.ts'
import { nameShopChannelByToken } from '../shop-channels/name-shop-channel.ts'

const load = makeOnce(async () => ({
  ...(await import('./ask-shop.ts')),
  ...(await import('./orders.ts')),
  ...(await import('./catalog.ts')),
  ...(await import('./push.ts')),
  ...(await import('./inventory.ts')),
  ...(await import('./fulfilments.ts')),
  ...(await import('./notes.ts')),
}))

/** Orders of one request by their ids. */
const FOUND_AT_ONCE = 50

const KEYS: Connector['keys'] = {
  required: ['store_url'],
  // Either an API key or an administrator's name and password; the token selects a channel.
  optional: ['api_key', 'username', 'password', 'channel_token'],
  secret: ['api_key', 'password', 'channel_token'],
}

const parseHeaderValue = (value: string) => {
  if (!/^[\x21-\x7e]{1,512}$/.test(value)) throw new Unfit('must be a key in the form in which the shop issued it')
  return value
}

/** Vendure's GraphQL admin API. Vendure has no webhooks. */
export const vendure: Connector = {
  type: 'vendure',
  keys: KEYS,
  formatsTexts: true,
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
          message: 'is required without an api_key',
        })),
      )
    return kept
  },
  getShopChannel: ({ channel_token: token }) => (token ? nameShopChannelByToken(token) : null),
  ...lazyParts(load, VENDURE_ORDER_STATES, FOUND_AT_ONCE),
  fulfilments: { ...lazyFulfilments(load), isFinal: () => true },
  notes: lazyNotes(load),
}
