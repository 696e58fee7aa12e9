import type { OrderInShop } from '../../connectors/fulfilments/fulfilment.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { StoredOrder } from '../orders/order.ts'
import { findPayload } from '../orders/payload-store.ts'

/** Returns the order with the platform's own record, which has ids that the order lacks. */
export const readOrderInShop = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  order: Pick<StoredOrder, 'channelId' | 'shopId' | 'externalOrderId'>,
): Promise<OrderInShop> => {
  const payload = await findPayload(app, tenant, order)
  return { externalOrderId: order.externalOrderId, raw: payload && JSON.parse(payload.json) }
}
