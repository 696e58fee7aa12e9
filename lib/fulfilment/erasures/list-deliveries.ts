import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { listOrdersOfSalesOrder } from '../orders/fulfilment-order-store.ts'
import { listReturnsOfSalesOrder } from '../returns/return-store.ts'

/** Lists the fulfilment orders and returns of a sales order, which say who it is for. */
export const listDeliveries = async (db: Table, tenant: Id, salesOrderId: Id) => {
  const [deliveries, returned] = await Promise.all([
    listOrdersOfSalesOrder(db, tenant, salesOrderId),
    listReturnsOfSalesOrder(db, tenant, salesOrderId),
  ])
  return { deliveries, returned }
}
