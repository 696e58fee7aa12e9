import type { FulfilmentStatus } from '../../../schemas/fulfilment/fulfilment-status.ts'
import { type Id, parseId } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findOrderFulfilment, findOrderFulfilments } from './order-fulfilment-store.ts'

/** Finds how far the fulfilment of a sales order is. */
export const findFulfilmentStatus = async (db: Table, tenant: Id, salesOrderId: string): Promise<FulfilmentStatus> => {
  const id = parseId(salesOrderId)
  return (id && (await findOrderFulfilment(db, tenant, id))?.status) || 'none'
}

/** Finds how far the fulfilment of sales orders is, in one read; those of which nothing was planned are left out. */
export const findFulfilmentStatuses = async (
  db: Table,
  tenant: Id,
  salesOrderIds: readonly Id[],
): Promise<Map<Id, FulfilmentStatus>> =>
  new Map((await findOrderFulfilments(db, tenant, salesOrderIds)).map(({ id, status }) => [id, status]))
