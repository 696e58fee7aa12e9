import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { listShipmentsOfSalesOrder } from '../../shipping/shipments/find-shipments.ts'
import type { OwnParcel } from '../order-parts/assign-elsewhere.ts'
import type { StoredOrder } from '../orders/order.ts'
import { isHandedOver, NEW_PUBLICATION } from './publication.ts'
import { findPublications } from './publication-store.ts'
import { spellAsInShop } from './spell-as-in-shop.ts'

/**
 * Lists the parcels of an order with what its shop was told of them. What the shop shows must have been read before: the
 * intent to tell it of a parcel is stored first, so that no parcel of ours is taken for that of somebody else.
 */
export const listOwnParcels = async (
  db: Table,
  tenant: Id,
  order: Pick<StoredOrder, 'id' | 'lineItems'>,
): Promise<OwnParcel[]> => {
  const [shipments, publications] = await Promise.all([
    listShipmentsOfSalesOrder(db, tenant, order.id),
    findPublications(db, tenant, order.id),
  ])
  return (await spellAsInShop(db, tenant, order, shipments)).map((shipment) => {
    const { id, lines, trackingNumber } = shipment
    const { externalIds, numbers, wasTried, status } = publications?.parcels[id] ?? NEW_PUBLICATION
    return {
      id,
      lines,
      externalIds,
      numbers: [...numbers, ...(trackingNumber === null ? [] : [trackingNumber])],
      hasLeft: isHandedOver(shipment),
      isUnanswered: wasTried && !externalIds.length && status !== 'skipped',
    }
  })
}
