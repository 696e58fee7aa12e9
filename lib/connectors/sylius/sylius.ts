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

/** The admin API of Sylius 2. Sylius has no webhooks. */
export const sylius: Connector = {
  type: 'sylius',
  keys: KEYS,
  pace: { burst: 8, perSecond: 8 },
  prepare: (given) => parseCredentials(KEYS, given, { store_url: checkShopUrl('api', 'admin') }),
  ...lazyParts(load),
}
