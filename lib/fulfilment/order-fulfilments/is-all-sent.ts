import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findOrderFulfilment } from './order-fulfilment-store.ts'

/** Tells whether everything of a sales order was handed over or is sent by others. */
export const isAllSent = async (db: Table, tenant: Id, salesOrderId: Id): Promise<boolean> =>
  (await findOrderFulfilment(db, tenant, salesOrderId))?.status === 'fulfilled'
