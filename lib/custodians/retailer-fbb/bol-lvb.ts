import { makeOnce } from '../../platform/make-once.ts'
import { CAPABILITY_CATALOG } from '../../warehousing/custodian.ts'
import type { CustodianConnector } from '../custodian-connector.ts'
import { lazyInventory, lazyOrders, lazyTest } from '../vendor/lazy-connector.ts'
import { read, verify } from './webhooks.ts'

const load = makeOnce(async () => ({ ...(await import('./orders.ts')), ...(await import('./inventory.ts')) }))

/**
 * bol's own fulfilment (LvB) with the wizard's tokens. Orders are mirrored: bol ships what was sold on bol, nothing can be
 * sent there or cancelled.
 */
export const bolLvb: CustodianConnector = {
  type: 'retailer_fbb',
  capabilities: CAPABILITY_CATALOG.retailer_fbb,
  test: lazyTest(load),
  orders: {
    ...lazyOrders(load),
    findIdByParcel: async (system, parcelId) => (await load()).findIdByParcel(system, parcelId),
  },
  inventory: lazyInventory(load),
  webhooks: { verify, read },
}
