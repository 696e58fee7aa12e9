import { makeOnce } from '../../platform/make-once.ts'
import type { Connector } from '../connector.ts'
import { checkShopUrl, parseCredentials } from '../credentials.ts'
import { lazyParts } from '../lazy-parts.ts'

const load = makeOnce(async () => ({
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
  ...lazyParts(load),
}
