import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findOrderFulfilment } from './order-fulfilment-store.ts'

/** Counts the pieces of a sales order that were handed over, by the index of their line. */
export const countLeftPieces = async (db: Table, tenant: Id, salesOrderId: Id): Promise<Map<number, number>> => {
  const record = await findOrderFulfilment(db, tenant, salesOrderId)
  const left = (record?.lines ?? []).filter(({ handedOver }) => handedOver > 0)
  return new Map(left.map(({ orderLine, handedOver }) => [orderLine, handedOver]))
}
