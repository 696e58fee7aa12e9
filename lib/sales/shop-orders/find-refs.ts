import type { ShopOrders, WantedOrder } from '../../connectors/order-states/shop-orders.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { StoredOrder } from '../orders/order.ts'
import { findPayloads } from '../orders/payload-store.ts'

/** An order here, as its shop can be asked for it. */
export interface KnownOrder extends WantedOrder {
  order: StoredOrder
}

/** Finds what shops call orders, by their payloads. An order of a bulk import has no such name, and nothing is said of it. */
export const findWanted = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  shop: ShopOrders,
  found: readonly StoredOrder[],
): Promise<KnownOrder[]> => {
  const payloads = await findPayloads(app, tenant, found)
  const wanted: KnownOrder[] = []
  for (const order of found) {
    const raw: unknown = JSON.parse(payloads.get(order.externalOrderId)?.json ?? 'null')
    const ref = await shop.getRef(raw)
    if (ref !== undefined) wanted.push({ ref, raw, order })
  }
  return wanted
}

/** Finds orders by what their shop calls them. */
export const findRefs = async (...given: Parameters<typeof findWanted>): Promise<Map<string, StoredOrder>> =>
  new Map((await findWanted(...given)).map(({ ref, order }) => [ref, order]))
