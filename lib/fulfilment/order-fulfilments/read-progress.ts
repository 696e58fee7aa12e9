import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { hasLeft } from './order-fulfilment.ts'
import { findOrderFulfilment, orderFulfilments } from './order-fulfilment-store.ts'

/** Reads the pieces of a sales order that nobody will fulfil, by the index of their line, and whether any has left. */
export const readProgress = async (db: Table, tenant: Id, salesOrderId: Id) => {
  const record = await findOrderFulfilment(db, tenant, salesOrderId)
  const cancelled = (record?.lines ?? []).flatMap((line) => (line.cancelled ? [[line.orderLine, line.cancelled]] : []))
  return {
    hasLeft: record !== undefined && hasLeft(record),
    cancelled: Object.fromEntries(cancelled) as Record<number, number>,
  }
}

/** Lists those of the sales orders of which goods are planned or blocked, and were not all sent. */
export const listInProgress = async (
  db: Table,
  tenant: Id,
  salesOrderIds: readonly Id[],
): Promise<{ id: Id; orderNumber: string }[]> =>
  (await findAll(db, orderFulfilments, tenant, salesOrderIds)).filter(
    ({ status }) => status !== 'fulfilled' && status !== 'cancelled' && status !== 'none',
  )
