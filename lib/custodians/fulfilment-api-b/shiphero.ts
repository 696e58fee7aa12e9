import { makeOnce } from '../../platform/make-once.ts'
import type { CustodianConnector } from '../custodian-connector.ts'
import { lazyCancel, lazyInventory, lazyOrders, lazyTest } from '../lazy-connector.ts'
import { read, verify } from './webhooks.ts'

const load = makeOnce(async () => ({ ...(await import('./orders.ts')), ...(await import('./inventory.ts')) }))

/**
 * ShipHero's GraphQL API: `apiKey` holds the refresh token of a user, `accountId` the id of the account whose orders are
 * placed.
 */
export const shipHero: CustodianConnector = {
  type: 'fulfilment_api_b',
  capabilities: ['tenant_picks_warehouse', 'list_inventory', 'cancel_order', 'webhook_receipt'],
  test: lazyTest(load),
  orders: { ...lazyOrders(load), cancel: lazyCancel(load) },
  inventory: lazyInventory(load),
  webhooks: { verify, read },
}
