import { countOrderPieces } from '../../inventory/order-pieces/count-order-pieces.ts'
import type { Id } from '../../platform/id.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'
import { find, findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { orderUri, type StoredOrder } from '../../sales/orders/order.ts'
import { countCoveredPieces } from './count-covered-pieces.ts'
import {
  buildLines,
  deriveStatus,
  hashContent,
  hashPlace,
  hasProgressed,
  type StoredOrderFulfilment,
} from './order-fulfilment.ts'

// Fulfilment of a sales order:  T#<tenant>#order-fulfilment / <sales order>   what of each line is planned, handed over and
//                                                                            cancelled; its status is a part of the
//                                                                            outline of the order

export const orderFulfilments = entity<StoredOrderFulfilment>({
  name: 'order-fulfilment',
  shape: 1,
  audit: false,
  lists: [],
  outline: { partOf: 'order', read: ({ status }) => ({ fulfilment: status }) },
  packs: ['lines'],
})

export const findOrderFulfilment = (db: Table, tenant: Id, salesOrderId: Id) =>
  find(db, orderFulfilments, tenant, salesOrderId)

export const findOrderFulfilments = (db: Table, tenant: Id, salesOrderIds: readonly Id[]) =>
  findAll(db, orderFulfilments, tenant, salesOrderIds)

type Fields = Omit<StoredOrderFulfilment, keyof Stored>

export const buildOrderFulfilment = (order: StoredOrder, channelName: string): Fields & { id: Id } => ({
  id: order.id,
  orderNumber: order.number,
  channelId: order.channelId,
  channelName,
  total: order.total,
  currency: order.currency,
  hasSeller: order.sellerId !== null,
  status: 'pending',
  contentHash: hashContent(order),
  placeHash: hashPlace(order),
  lines: buildLines(order),
  reserving: 0,
  toDispatch: [],
  excluded: [],
  isReplanning: false,
  isCancelled: false,
  incidentId: null,
  fulfilledAt: null,
})

export const describeSalesOrder = (record: Omit<StoredOrderFulfilment, keyof Stored> & { id: Id }) => ({
  subject: orderUri(record.id),
  data: {
    orderId: record.id,
    orderNumber: record.orderNumber,
    channelId: record.channelId,
    channelName: record.channelName,
    totalAmount: record.total,
    currency: record.currency,
  },
})

/**
 * Creates or changes the record; a unit does so once. Tells once that the sales order is fulfilled, and sends the
 * fulfilment orders once stock is reserved for all.
 */
export const saveOrderFulfilment = (
  unit: Unit,
  before: StoredOrderFulfilment | undefined,
  next: Fields & { id: Id },
): StoredOrderFulfilment => {
  const status = deriveStatus(next)
  const isDone = status === 'fulfilled' && !next.fulfilledAt
  const isReady = next.reserving === 0 && !next.isReplanning
  const fields: Fields & { id: Id } = {
    ...next,
    status,
    ...(isDone && { fulfilledAt: unit.now.toISOString() }),
    ...((isReady || next.isReplanning) && { toDispatch: [] }),
  }
  if (next.hasSeller && hasProgressed(before?.lines ?? [], next.lines))
    unit.schedule('billing.earnings.follow', { tenant: unit.tenant, orderId: next.id })
  // An order that somebody else had sent before it came is no news.
  if (isDone && before) unit.emit('sales.order.fulfilled', describeSalesOrder(fields))
  if (isReady)
    for (const fulfilmentOrderId of next.toDispatch)
      unit.schedule('fulfilment.order.dispatch', { tenant: unit.tenant, fulfilmentOrderId })
  countOrderPieces(unit, next.channelId, countCoveredPieces(before), countCoveredPieces(fields))
  // Two units that begin with the same sales order meet here; one of them is run again.
  return before ? unit.update(orderFulfilments, before, fields) : unit.create(orderFulfilments, fields)
}
