import { reverseHandOver } from '../../inventory/allocations/reserve-stock.ts'
import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findFulfilment, fulfilments, type StoredFulfilment } from '../fulfilments/fulfilment-store.ts'
import { findOrderFulfilment } from '../order-fulfilments/order-fulfilment-store.ts'
import { changeOrder } from '../orders/change-order.ts'
import { FULFILMENT_ORDER_MOVES, fulfilmentOrderUri, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { MAX_STOCK_ITEMS } from '../orders/settle-stock.ts'

const listBack = (order: StoredFulfilmentOrder, { lines }: StoredFulfilment) => {
  const byId = new Map(order.lines.map((line) => [line.id, line]))
  return lines.flatMap(({ orderLineId, stockItemId, quantity }) => {
    const line = byId.get(orderLineId)
    return line && stockItemId ? [{ stockItemId, variantId: line.variantId, quantity }] : []
  })
}

/**
 * Reverses a hand-off that was recorded by mistake, with a second one that names it. The pieces go back to the shelf, and
 * are reserved again unless the sales order was cancelled meanwhile.
 */
export const reverseFulfilment = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  fulfilmentId: string,
  reason: string,
): Promise<StoredFulfilment> => {
  const [order, found] = await Promise.all([
    unit.load(fulfilmentOrders, id),
    findFulfilment(app.db, unit.tenant, fulfilmentId),
  ])
  if (found?.fulfilmentOrderId !== order.id) throw notFound()
  if (found.reversedBy || found.reverses)
    throw new Problem('OPERATION_NOT_ALLOWED', 'The hand-off is reversed already, or is a reversal itself.')
  if (!order.isManual)
    throw new Problem('OPERATION_NOT_ALLOWED', `The system of ${order.custodianName} recorded the hand-off.`)
  const back = listBack(order, found)
  if (new Set(back.map(({ stockItemId }) => stockItemId)).size > MAX_STOCK_ITEMS || order.pendingStock.length)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The hand-off cannot be reversed at once. Record the pieces as a return instead.',
    )
  await reverseHandOver(app.db, unit, back, fulfilmentOrderUri(order.id))
  const counter = unit.create(fulfilments, {
    fulfilmentOrderId: order.id,
    salesOrderId: order.salesOrderId,
    custodianId: order.custodianId,
    shipmentId: null,
    lines: found.lines,
    handedOverAt: unit.now.toISOString(),
    reverses: found.id,
    reversedBy: null,
    reason,
  })
  unit.update(fulfilments, found, { reversedBy: counter.id })
  unit.schedule('billing.tariffs.charge', { tenant: unit.tenant, fulfilmentId: counter.id })
  const record = order.salesOrderId ? await findOrderFulfilment(app.db, unit.tenant, order.salesOrderId) : undefined
  const isWanted = !record?.isCancelled && order.status !== 'cancelled'
  const reversed = new Map(found.lines.map(({ orderLineId, quantity }) => [orderLineId, quantity]))
  const lines = order.lines.map((line) => {
    const quantity = reversed.get(line.id) ?? 0
    const cancelled = isWanted ? line.cancelled : line.cancelled + quantity
    return { ...line, handedOver: line.handedOver - quantity, cancelled }
  })
  const status =
    order.status === 'closed' && isWanted
      ? move(FULFILMENT_ORDER_MOVES, 'fulfilment order', order.status, 'reopen')
      : order.status
  if (isWanted) unit.schedule('fulfilment.order.reserve', { tenant: unit.tenant, fulfilmentOrderId: order.id })
  await changeOrder(app, unit, order, {
    fields: {
      lines,
      status,
      ...(isWanted && { isReserving: true, outcome: null, closedAt: null }),
    },
  })
  return counter
}
