import { makeOnce } from '../../platform/make-once.ts'
import { CAPABILITY_CATALOG } from '../../warehousing/custodian.ts'
import type { CustodianConnector } from '../custodian-connector.ts'
import { lazyCancel, lazyInbound, lazyInventory, lazyOrders, lazyTest } from '../vendor/lazy-connector.ts'
import { read, verify } from './webhooks.ts'

const load = makeOnce(async () => ({
  ...(await import('./orders.ts')),
  ...(await import('./inventory.ts')),
  ...(await import('./announce.ts')),
}))

/**
 * ShipHero's GraphQL API: `apiKey` holds the refresh token of a user, `accountId` the id of the account whose orders are
 * placed.
 */
export const shipHero: CustodianConnector = {
  type: 'fulfilment_api_b',
  capabilities: CAPABILITY_CATALOG.fulfilment_api_b,
  test: lazyTest(load),
  orders: { ...lazyOrders(load), cancel: lazyCancel(load) },
  inventory: lazyInventory(load),
  inbound: lazyInbound(load),
  webhooks: { verify, read },
}
