import { makeOnce } from '../../platform/make-once.ts'
import { CAPABILITY_CATALOG } from '../../warehousing/custodian.ts'
import type { CustodianConnector } from '../custodian-connector.ts'
import { lazyInventory, lazyOrders, lazyTest } from '../vendor/lazy-connector.ts'
import { read, verify } from './webhooks.ts'

const load = makeOnce(async () => ({ ...(await import('./orders.ts')), ...(await import('./inventory.ts')) }))

/** Flexport's logistics API, version 2024-07, with the wizard's token. Our SKUs are its logistics SKUs. */
export const flexport: CustodianConnector = {
  type: 'freight_platform',
  capabilities: CAPABILITY_CATALOG.freight_platform,
  test: lazyTest(load),
  orders: lazyOrders(load),
  inventory: lazyInventory(load),
  webhooks: { verify, read },
}
