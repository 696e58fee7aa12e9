import { voidDocuments } from '../../document/documents/void-documents.ts'
import { reverseHandOver } from '../../inventory/allocations/reserve-stock.ts'
import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { reverseParcel } from '../../shipping/reversals/reverse-parcel.ts'
import { deliveryNoteUri } from '../../shipping/shipments/shipment.ts'
import { countReversal } from '../analytics/count-fulfilment.ts'
import { findFulfilment, fulfilments, listHandOffs, type StoredFulfilment } from '../fulfilments/fulfilment-store.ts'
import { findOrderFulfilment } from '../order-fulfilments/order-fulfilment-store.ts'
import { changeOrder } from '../orders/change-order.ts'
import {
  countOpen,
  FULFILMENT_ORDER_MOVES,
  fulfilmentOrderUri,
  type StoredFulfilmentOrder,
} from '../orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { toCounted } from '../orders/hand-off.ts'
import { returnPieces } from '../orders/lines.ts'
import { ACTIONS_OF_ORDER, MAX_STOCK_ITEMS } from '../orders/settle-stock.ts'
import { explainReturned } from '../returned-pieces/explain-returned.ts'
import { readReturnedPieces, requireReturnedPieces } from '../returns/return-store.ts'

/** Throws if pieces of the hand-off came back with a return, or if an open return expects them. */
const checkNotReturned = async (
  db: Table,
  unit: Unit,
  order: StoredFulfilmentOrder,
  found: StoredFulfilment,
): Promise<void> => {
  const pieces = (await readReturnedPieces(db, unit.tenant, [order.id])).get(order.id)
  // A return that is requested or received meanwhile runs this work again.
  requireReturnedPieces(unit, order.id, pieces)
  if (!pieces) return
  const handOffs = await listHandOffs(db, unit.tenant, order.id)
  const reasons = explainReturned(order.lines, handOffs, found, pieces.lines)
  if (reasons.length) throw new Problem('OPERATION_NOT_ALLOWED', reasons.join(' '))
}

const listBack = ({ lines }: StoredFulfilment) =>
  new Map(lines.flatMap(({ orderLineId, allocation }) => (allocation ? [[orderLineId, allocation] as const] : [])))

/**
 * Reverses a hand-off that was recorded by mistake, with a second one that names it. The pieces go back to the shelf, and
 * are reserved again unless the sales order was cancelled meanwhile. Its parcel ends, for the buyer and in the shop.
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
  await checkNotReturned(app.db, unit, order, found)
  if (found.shipmentId) {
    await reverseParcel(app, unit, found.shipmentId, reason)
    await voidDocuments(app, unit, deliveryNoteUri(found.shipmentId), reason)
  }
  const back = listBack(found)
  const tooMuch = new Problem(
    'OPERATION_NOT_ALLOWED',
    'The hand-off cannot be reversed at once. Record the pieces as a return instead.',
  )
  const stockItemCount = new Set([...back.values()].map(({ stockItemId }) => stockItemId)).size
  if (stockItemCount > MAX_STOCK_ITEMS || order.pendingStock.length) throw tooMuch
  const record = order.salesOrderId ? await findOrderFulfilment(app.db, unit.tenant, order.salesOrderId) : undefined
  const isWanted = !record?.isCancelled && order.status !== 'cancelled'
  const cause = fulfilmentOrderUri(order.id)
  const putBack = () => reverseHandOver(app.db, unit, [...back.values()], cause, { reservesAgain: isWanted })
  // A hand-off of many lots or serial units exceeds a transaction.
  if (!(await unit.attempt(putBack, ACTIONS_OF_ORDER))) throw tooMuch
  if (!order.isTest) await countReversal(app, unit, toCounted(order, found))
  const counter = unit.create(fulfilments, {
    fulfilmentOrderId: order.id,
    salesOrderId: order.salesOrderId,
    custodianId: order.custodianId,
    shipmentId: null,
    lines: found.lines,
    handedOverAt: unit.now.toISOString(),
    isFirst: false,
    reverses: found.id,
    reversedBy: null,
    reason,
  })
  unit.update(fulfilments, found, { reversedBy: counter.id })
  // The charges are those of the hand-off that is reversed.
  unit.schedule('billing.tariffs.charge', { tenant: unit.tenant, fulfilmentId: found.id })
  const pieces = new Map(found.lines.map(({ orderLineId, quantity }) => [orderLineId, quantity]))
  const lines = returnPieces(order.lines, pieces, back, isWanted)
  const status =
    order.status === 'closed' && isWanted
      ? move(FULFILMENT_ORDER_MOVES, 'fulfilment order', order.status, 'reopen')
      : order.status
  // Pieces that left without a reservation need one now.
  const isReserving = isWanted && (order.isReserving || lines.some((line) => countOpen(line) > line.allocated))
  if (isReserving) unit.schedule('fulfilment.order.reserve', { tenant: unit.tenant, fulfilmentOrderId: order.id })
  await changeOrder(app, unit, order, {
    fields: {
      lines,
      status,
      firstFulfilmentId: found.isFirst ? null : order.firstFulfilmentId,
      ...(isWanted && { isReserving, outcome: null, closedAt: null }),
    },
  })
  return counter
}
