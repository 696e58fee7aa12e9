import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { hasLeft } from './order-fulfilment.ts'
import { findOrderFulfilment } from './order-fulfilment-store.ts'

/** Tells whether pieces of a sales order were handed over. */
export const hasOrderLeft = async (db: Table, tenant: Id, salesOrderId: Id): Promise<boolean> => {
  const found = await findOrderFulfilment(db, tenant, salesOrderId)
  return found !== undefined && hasLeft(found)
}
