import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { listShipmentsOfSalesOrder } from '../../shipping/shipments/find-shipments.ts'
import type { StoredOrderFulfilment } from './order-fulfilment.ts'

/**
 * Tells the shop that no parcel of a sales order follows, once its last pieces were cancelled and not handed over, which the
 * shop cannot see from the parcels. `shipmentId` is the parcel of this unit.
 */
export const completeInShop = async (
  db: Table,
  unit: Unit,
  before: Pick<StoredOrderFulfilment, 'status'>,
  after: StoredOrderFulfilment,
  shipmentId?: Id,
): Promise<void> => {
  const isOver = after.status === 'fulfilled' && before.status !== 'fulfilled'
  if (!isOver || !after.lines.some(({ cancelled }) => cancelled > 0)) return
  const last = shipmentId ?? (await findLastShipment(db, unit.tenant, after.id))
  if (last) unit.schedule('sales.shipments.publish', { tenant: unit.tenant, shipmentId: last, isLast: true })
}

const findLastShipment = async (db: Table, tenant: Id, salesOrderId: Id): Promise<Id | undefined> =>
  (await listShipmentsOfSalesOrder(db, tenant, salesOrderId)).findLast(
    ({ handedOverAt, status }) => handedOverAt !== null && status !== 'cancelled',
  )?.id
