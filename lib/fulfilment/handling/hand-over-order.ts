import type { HandOverInput, LinePieces } from '../../../schemas/fulfilment/fulfilment-order.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeOrder } from '../orders/change-order.ts'
import { FULFILMENT_ORDER_MOVES, type StockMove, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { addHandOff, recordParcelOfOrder } from '../orders/hand-off.ts'
import { cancelPieces, handOverPieces, listOpenPieces } from '../orders/lines.ts'
import { readPieces } from './read-pieces.ts'
import { checkReserved } from './split-order.ts'

/** Throws if the custodian's own system works the order, which would not hear of it. */
const checkManual = ({ isManual, custodianName }: StoredFulfilmentOrder): void => {
  if (!isManual)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The system of ${custodianName} works the order and tells how far it is.`,
    )
}

/** People begin to work on an order. */
export const startOrder = async (app: Pick<App, 'db'>, unit: Unit, id: string): Promise<StoredFulfilmentOrder> => {
  const order = await unit.load(fulfilmentOrders, id)
  const status = move(FULFILMENT_ORDER_MOVES, 'fulfilment order', order.status, 'start')
  checkManual(order)
  checkReserved(order)
  return await changeOrder(app, unit, order, { fields: { status, startedAt: unit.now.toISOString() } })
}

const checkWorkable = (order: StoredFulfilmentOrder): void => {
  if (order.status !== 'open' && order.status !== 'in_progress')
    move(FULFILMENT_ORDER_MOVES, 'fulfilment order', order.status, 'start')
  checkManual(order)
  checkReserved(order)
}

/** Records that pieces left in parcels. A parcel without lines holds everything that is left. */
export const handOverOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  { parcels, handedOverAt }: HandOverInput,
): Promise<StoredFulfilmentOrder> => {
  const order = await unit.load(fulfilmentOrders, id)
  checkWorkable(order)
  const at = handedOverAt ? new Date(handedOverAt).toISOString() : unit.now.toISOString()
  let { lines, firstFulfilmentId } = order
  let shipmentId: Id | undefined
  const moves: StockMove[] = []
  for (const [i, parcel] of parcels.entries()) {
    const pieces = parcel.lines ? readPieces(lines, parcel.lines, `parcels[${i}].lines`) : listOpenPieces(lines)
    if (!pieces.size) throw invalid({ propertyPath: `parcels[${i}].lines`, message: 'must name at least one piece' })
    const fulfilmentId = unit.newId()
    const shipment = await recordParcelOfOrder(app, unit, order, {
      id: fulfilmentId,
      carrier: parcel.carrier ?? null,
      service: parcel.service ?? null,
      trackingNumber: parcel.trackingNumber ?? null,
      trackingUrl: parcel.trackingUrl ?? null,
      lines: lines.flatMap((line) => {
        const quantity = pieces.get(line.id)
        return quantity ? [{ sku: line.sku, quantity }] : []
      }),
      handedOverAt: at,
      promisedBy: null,
      events: [],
    })
    const isFirst = firstFulfilmentId === null
    await addHandOff(app, unit, order, { id: fulfilmentId, shipment, handedOverAt: at, lines, pieces, isFirst })
    firstFulfilmentId ??= fulfilmentId
    shipmentId = shipment.id
    const handedOver = handOverPieces(lines, pieces)
    lines = handedOver.lines
    moves.push(...handedOver.moves)
  }
  const startedAt = order.startedAt ?? unit.now.toISOString()
  return await changeOrder(app, unit, order, {
    fields: { lines, status: 'in_progress', startedAt, firstFulfilmentId },
    moves,
    ...(shipmentId && { shipmentId }),
  })
}

/** Closes an order although pieces are missing; they are given back and planned again elsewhere. */
export const closeShort = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  { reason, lines: given }: { reason: string; lines?: readonly LinePieces[] },
): Promise<StoredFulfilmentOrder> => {
  const order = await unit.load(fulfilmentOrders, id)
  checkWorkable(order)
  const pieces: Map<Id, number> = given ? readPieces(order.lines, given) : listOpenPieces(order.lines)
  const { lines, moves } = cancelPieces(order.lines, pieces)
  return await changeOrder(app, unit, order, {
    fields: { lines, requestMessage: reason },
    moves,
    reason,
    givesBack: true,
    reroutes: true,
    exclude: order.custodianId,
  })
}
