import { readHandOffsOfSalesOrder } from '../../fulfilment/fulfilments/read-hand-off.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { listShipmentsOfSalesOrder } from '../../shipping/shipments/find-shipments.ts'
import type { SellerTerms, SuppliedPieces } from '../sellers/seller-account.ts'

/** Reads when parcels of an order were delivered; those that were not, or came back, are absent. */
const readDeliveries = async (db: Table, tenant: Id, salesOrderId: Id): Promise<Map<Id, string>> => {
  const found = await listShipmentsOfSalesOrder(db, tenant, salesOrderId)
  return new Map(found.flatMap(({ id, deliveredAt }) => (deliveredAt ? [[id, deliveredAt]] : [])))
}

/**
 * Reads the pieces of an order that were handed over, or delivered if the terms ask for that. A hand-off without a parcel is
 * delivered.
 */
export const readSupplies = async (
  db: Table,
  tenant: Id,
  salesOrderId: Id,
  { earnsWhen }: Pick<SellerTerms, 'earnsWhen'>,
): Promise<SuppliedPieces[]> => {
  const [handOffs, deliveries] = await Promise.all([
    readHandOffsOfSalesOrder(db, tenant, salesOrderId),
    earnsWhen === 'delivered' ? readDeliveries(db, tenant, salesOrderId) : undefined,
  ])
  return handOffs.flatMap(({ id, handedOverAt, shipmentId, pieces }): SuppliedPieces[] => {
    const at = deliveries && shipmentId ? deliveries.get(shipmentId) : handedOverAt
    return at && Object.keys(pieces).length ? [{ id, at, pieces }] : []
  })
}
