import type { Id } from '../../platform/id.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { isLive } from '../orders/fulfilment-order.ts'
import { fulfilmentOrders, listOrdersOfSalesOrder } from '../orders/fulfilment-order-store.ts'
import { fulfilments, listHandOffs } from './fulfilment-store.ts'

/** Reads a hand-off with the number of its order, and whether the order is a test or over; undefined if it does not exist. */
export const readHandOff = async (db: Table, tenant: Id, id: Id) => {
  const handOff = await find(db, fulfilments, tenant, id)
  if (!handOff) return undefined
  const order = await find(db, fulfilmentOrders, tenant, handOff.fulfilmentOrderId)
  const isOrderOver = order !== undefined && !isLive(order)
  return { ...handOff, orderNumber: order?.orderNumber ?? '', isTest: order?.isTest ?? false, isOrderOver }
}

/** Lists the ids of the hand-offs of a fulfilment order that are not reversed. */
export const listHandOffIds = async (db: Table, tenant: Id, fulfilmentOrderId: Id): Promise<Id[]> =>
  (await listHandOffs(db, tenant, fulfilmentOrderId)).map(({ id }) => id)

/**
 * Lists the hand-offs of a sales order that are not reversed, each with its pieces by the index of their line in that order.
 */
export const readHandOffsOfSalesOrder = async (db: Table, tenant: Id, salesOrderId: Id) => {
  const orders = await listOrdersOfSalesOrder(db, tenant, salesOrderId)
  const handOffs = (await Promise.all(orders.map(({ id }) => listHandOffs(db, tenant, id)))).flat()
  const lineOf = new Map(orders.flatMap(({ lines }) => lines.map(({ id, orderLine }) => [id, orderLine] as const)))
  return handOffs.map(({ id, lines, handedOverAt, shipmentId }) => {
    const pieces: Record<number, number> = {}
    for (const { orderLineId, quantity } of lines) {
      const line = lineOf.get(orderLineId)
      if (line != null) pieces[line] = (pieces[line] ?? 0) + quantity
    }
    return { id, handedOverAt, shipmentId, pieces }
  })
}
