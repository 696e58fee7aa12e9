import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { hasLeft } from '../order-fulfilments/order-fulfilment.ts'
import { findOrderFulfilment, saveOrderFulfilment } from '../order-fulfilments/order-fulfilment-store.ts'
import { blockSalesOrder } from '../orders/follow-orders.ts'

/**
 * Raises an incident about a sales order that must not be shipped any more, if pieces of it were handed over already. Returns
 * whether they were.
 */
export const reportUnpaid = async (db: Table, unit: Unit, salesOrderId: Id, reason: string): Promise<boolean> => {
  const record = await findOrderFulfilment(db, unit.tenant, salesOrderId)
  if (!record || !hasLeft(record)) return false
  const description = `${reason}, after pieces of it were handed over`
  const incidentId = await blockSalesOrder(db, unit, record, { reason: 'order_unpaid', description })
  saveOrderFulfilment(unit, record, { ...record, incidentId })
  return true
}
