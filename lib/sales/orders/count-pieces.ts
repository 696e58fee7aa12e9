import { NO_PIECES, type OrderPieces, type PiecesBySku, sumBySku } from '../../inventory/order-pieces/order-pieces.ts'
import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import type { StoredOrder } from './order.ts'

/** Returns the SKU under which the pieces of a line count: that of the linked variant, or else the shop's. */
export const getCountedSku = (
  { soldAs }: Pick<StoredOrder, 'soldAs'>,
  { externalVariantId, sku }: Pick<StoredOrder['lineItems'][number], 'externalVariantId' | 'sku'>,
): SkuKey | null => soldAs[externalVariantId ?? ''] ?? (sku ? foldSku(sku) : null)

/** Tells whether an order has a claim to stock: it waits here, or it is accepted and its fulfilment is planned. */
const isPromised = ({ status, isRouted }: StoredOrder) => status === 'held' || (status === 'accepted' && isRouted)

/** Tells whether people outside of the platform decide how the order is sent, and the shop has not called it sent. */
const isUnplanned = ({ status, isRouted, shopMeaning }: StoredOrder) =>
  status === 'accepted' && !isRouted && shopMeaning === 'ship'

/**
 * Counts what an order adds to the pieces of its SKUs. As promised, all that is to be sent from here counts; what is reserved
 * for it is counted off by its fulfilment.
 */
export const countPieces = (order: StoredOrder | undefined): PiecesBySku => {
  if (!order) return new Map()
  const [promised, unplanned, isSold] = [isPromised(order), isUnplanned(order), order.shopMeaning !== 'ended']
  return sumBySku(
    order.lineItems.flatMap((line) => {
      const { kind, quantity, fulfilledElsewhereQuantity: elsewhere } = line
      const sku = getCountedSku(order, line)
      if (kind !== 'goods' || sku === null) return []
      const pieces: OrderPieces = {
        ...NO_PIECES,
        ...(isSold && { sold: Math.ceil(quantity) }),
        ...(promised && { unreserved: Math.max(0, Math.ceil(quantity - elsewhere)) }),
        ...(unplanned && { unplanned: Math.ceil(quantity) }),
      }
      return [[sku, pieces] as const satisfies readonly [SkuKey, OrderPieces]]
    }),
  )
}
