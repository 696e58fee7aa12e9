import { makeOnce } from '../../platform/make-once.ts'
import { CAPABILITY_CATALOG } from '../../warehousing/custodian.ts'
import type { AddressLimits } from '../address-limits.ts'
import type { CustodianConnector } from '../custodian-connector.ts'
import { lazyInventory, lazyOrders, lazyTest } from '../vendor/lazy-connector.ts'
import { read, verify } from './webhooks.ts'

const load = makeOnce(async () => ({ ...(await import('./orders.ts')), ...(await import('./inventory.ts')) }))

const LIMITS = {
  longest: {},
  required: ['line1', 'city', 'countryCode'],
  requiredAbroad: [],
} as const satisfies AddressLimits

/** Flexport's logistics API, version 2024-07, with the wizard's token. Our SKUs are its logistics SKUs. */
export const flexport: CustodianConnector = {
  type: 'freight_platform',
  capabilities: CAPABILITY_CATALOG.freight_platform,
  test: lazyTest(load),
  orders: { limits: LIMITS, ...lazyOrders(load) },
  inventory: lazyInventory(load),
  webhooks: { verify, read },
}
