import type { FulfilmentStatus } from '../../../schemas/fulfilment/fulfilment-status.ts'
import { type Id, parseId } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findOrderFulfilment } from './order-fulfilment-store.ts'

/** Finds how far the fulfilment of a sales order is. */
export const findFulfilmentStatus = async (db: Table, tenant: Id, salesOrderId: string): Promise<FulfilmentStatus> => {
  const id = parseId(salesOrderId)
  return (id && (await findOrderFulfilment(db, tenant, id))?.status) || 'none'
}
