import type { ShopOrders } from '../../connectors/order-states/shop-orders.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { StoredOrder } from '../orders/order.ts'
import { findPayloads } from '../orders/payload-store.ts'

/** Finds the shop's references to orders by their payloads. An order of a bulk import has none, and nothing is said of it. */
export const findRefs = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  shop: ShopOrders,
  found: readonly StoredOrder[],
): Promise<Map<string, StoredOrder>> => {
  const payloads = await findPayloads(app, tenant, found)
  const refs = new Map<string, StoredOrder>()
  for (const order of found) {
    const { externalOrderId } = order
    const ref = await shop.getRef(JSON.parse(payloads.get(externalOrderId)?.json ?? 'null'))
    if (ref !== undefined) refs.set(ref, order)
  }
  return refs
}
