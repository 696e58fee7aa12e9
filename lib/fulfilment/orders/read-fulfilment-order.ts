import type { Id } from '../../platform/id.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredFulfilmentOrder } from './fulfilment-order.ts'
import { fulfilmentOrders, listOrdersOfSalesOrder } from './fulfilment-order-store.ts'

/** Reads a fulfilment order for another module. */
export const readFulfilmentOrder = (db: Table, tenant: Id, id: string): Promise<StoredFulfilmentOrder | undefined> =>
  find(db, fulfilmentOrders, tenant, id)

/** Reads the fulfilment orders of a sales order for another module, oldest first. */
export const readFulfilmentOrders = (db: Table, tenant: Id, salesOrderId: Id): Promise<StoredFulfilmentOrder[]> =>
  listOrdersOfSalesOrder(db, tenant, salesOrderId)
