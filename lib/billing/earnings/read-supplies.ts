import { listHandOffs } from '../../fulfilment/fulfilments/fulfilment-store.ts'
import { listOrdersOfSalesOrder } from '../../fulfilment/orders/fulfilment-order-store.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { listShipmentsOfSalesOrder } from '../../shipping/shipments/find-shipments.ts'
import type { SellerTerms, SuppliedPieces } from '../sellers/seller-account.ts'

/** Reads when parcels of an order were delivered; those that were not, or came back, are absent. */
const readDeliveries = async (db: Table, tenant: Id, salesOrderId: Id): Promise<Map<Id, string>> => {
  const found = await listShipmentsOfSalesOrder(db, tenant, salesOrderId)
  return new Map(found.flatMap(({ id, deliveredAt }) => (deliveredAt ? [[id, deliveredAt]] : [])))
}

/** Reads the pieces of an order that were handed over, or delivered if the terms ask for that. A hand-off without a parcel is delivered. */
export const readSupplies = async (
  db: Table,
  tenant: Id,
  salesOrderId: Id,
  { earnsWhen }: Pick<SellerTerms, 'earnsWhen'>,
): Promise<SuppliedPieces[]> => {
  const [orders, deliveries] = await Promise.all([
    listOrdersOfSalesOrder(db, tenant, salesOrderId),
    earnsWhen === 'delivered' ? readDeliveries(db, tenant, salesOrderId) : undefined,
  ])
  const handOffs = (await Promise.all(orders.map(({ id }) => listHandOffs(db, tenant, id)))).flat()
  const lineOf = new Map(orders.flatMap(({ lines }) => lines.map(({ id, orderLine }) => [id, orderLine] as const)))
  return handOffs.flatMap(({ id, lines, handedOverAt, shipmentId }): SuppliedPieces[] => {
    const at = deliveries && shipmentId ? deliveries.get(shipmentId) : handedOverAt
    if (!at) return []
    const pieces: Record<number, number> = {}
    for (const { orderLineId, quantity } of lines) {
      const line = lineOf.get(orderLineId)
      if (line != null) pieces[line] = (pieces[line] ?? 0) + quantity
    }
    return Object.keys(pieces).length ? [{ id, at, pieces }] : []
  })
}
