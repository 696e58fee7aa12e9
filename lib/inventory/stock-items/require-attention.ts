import { findVariants } from '../../catalog/find-variants.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type StoredStockItem, stockItemUri } from '../stock-store.ts'

/** Returns the words for a variant in events. */
export const describeVariantOfStock = async (
  db: Table,
  { tenant }: Pick<Unit, 'tenant'>,
  { variantId }: Pick<StoredStockItem, 'variantId'>,
) => {
  const found = (await findVariants(db, tenant, [variantId])).get(variantId)
  return { sku: found?.variant.sku ?? '', productName: found?.product.name ?? null }
}

/** Emits that pieces are reserved that cannot be fulfilled; somebody has to decide whose. */
export const requireAttention = async (
  db: Table,
  unit: Unit,
  item: Pick<StoredStockItem, 'id' | 'variantId'>,
  { quantity, available, reason }: { quantity: number; available: number; reason: string },
): Promise<void> => {
  const { sku } = await describeVariantOfStock(db, unit, item)
  unit.emit('fulfilment.reservation.requires_attention', {
    subject: stockItemUri(item.id),
    data: { reservationId: item.id, orderNumber: null, sku, quantity, available: Math.max(0, available), reason },
  })
}
