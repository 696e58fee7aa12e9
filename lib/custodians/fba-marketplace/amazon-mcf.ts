import { makeOnce } from '../../platform/make-once.ts'
import { CAPABILITY_CATALOG } from '../../warehousing/custodian.ts'
import type { AddressLimits } from '../address-limits.ts'
import type { CustodianConnector } from '../custodian-connector.ts'
import { lazyCancel, lazyInventory, lazyOrders, lazyTest } from '../vendor/lazy-connector.ts'

const load = makeOnce(async () => ({ ...(await import('./orders.ts')), ...(await import('./inventory.ts')) }))

const LIMITS = {
  longest: { name: 50, company: 60, line1: 60, line2: 60, phone: 20, note: 250 },
  required: ['name', 'line1', 'postalCode', 'countryCode'],
  requiredAbroad: [],
} as const satisfies AddressLimits

/**
 * Amazon's Multi-Channel Fulfillment, version 2020-07-01, with the wizard's tokens. Amazon has no webhooks: it sends
 * notifications to queues of AWS accounts, so that orders are polled.
 */
export const amazonMcf: CustodianConnector = {
  type: 'fba_marketplace',
  capabilities: CAPABILITY_CATALOG.fba_marketplace,
  test: lazyTest(load),
  orders: { limits: LIMITS, ...lazyOrders(load), cancel: lazyCancel(load) },
  inventory: lazyInventory(load),
}
