import { InvalidPayload, type RemoteOrder, type Shop } from '../../connectors/connector.ts'
import type { ShopOrders } from '../../connectors/order-states/shop-orders.ts'

/** Reads an order on its own; null if it cannot be read as one, which says nothing about its deletion. */
export const readShopOrder = async (
  shop: Shop,
  of: ShopOrders,
  ref: string,
): Promise<RemoteOrder | null | undefined> => {
  try {
    return await of.get(shop, ref)
  } catch (error) {
    if (error instanceof InvalidPayload) return null
    throw error
  }
}
