import type { HandOverInput, LinePieces } from '../../../schemas/fulfilment/fulfilment-order.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { isSameTrackingNumber } from '../../platform/identifiers/tracking-number.ts'
import { move } from '../../platform/moves.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { listShipmentsOfFulfilmentOrder } from '../../shipping/shipments/find-shipments.ts'
import type { StoredShipment } from '../../shipping/shipments/shipment.ts'
import { UNEXPECTED_NEWS } from '../incidents/incident.ts'
import { changeOrder } from '../orders/change-order.ts'
import {
  countOpenPieces,
  FULFILMENT_ORDER_MOVES,
  type StockMove,
  type StoredFulfilmentLine,
  type StoredFulfilmentOrder,
} from '../orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { addHandOff, recordParcelOfOrder } from '../orders/hand-off.ts'
import { cancelPieces, handOverPieces, listOpenPieces } from '../orders/lines.ts'
import { endPackedParcels } from './end-packed-parcels.ts'
import { readPieces } from './read-pieces.ts'
import { checkReserved } from './split-order.ts'

/**
 * Throws if the custodian's own system works the order, which would not hear of it; `decides` is for work that ends what the
 * system told and does not fit the order.
 */
const checkManual = ({ isManual, mismatch, custodianName }: StoredFulfilmentOrder, decides = false): void => {
  if (!isManual && !(decides && mismatch !== null))
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
  checkManual(order, true)
  checkReserved(order)
}

/** Ends the incident about what a custodian told, once people have decided about all pieces. */
const endMismatch = ({ mismatch }: StoredFulfilmentOrder, lines: readonly StoredFulfilmentLine[]) =>
  mismatch !== null && !countOpenPieces({ lines })
    ? ({ resolution: 'People decided what was sent', resolves: UNEXPECTED_NEWS, reroutes: true } as const)
    : {}

/** Finds the parcels that a custodian told of without pieces of the order, which people may hand over now, oldest first. */
const findUncounted = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  { id, mismatch, parcels }: StoredFulfilmentOrder,
): Promise<StoredShipment[]> => {
  if (mismatch === null) return []
  const isCounted = (parcelId: string | null) => parcels.some((each) => each.id === parcelId && each.pieces.length > 0)
  const found = await listShipmentsOfFulfilmentOrder(db, unit.tenant, id)
  return found.filter((shipment) => shipment.handedOverAt !== null && !isCounted(shipment.parcelId))
}

/** Takes the parcel that the custodian told of with this number, or any if none is given. */
const takeShipment = (told: StoredShipment[], trackingNumber: string | null | undefined) => {
  const at = told.findIndex((each) => !trackingNumber || isSameTrackingNumber(trackingNumber, each.trackingNumber))
  return at < 0 ? undefined : told.splice(at, 1)[0]
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
  const given = handedOverAt ? new Date(handedOverAt).toISOString() : null
  let { lines, firstFulfilmentId, parcels: known } = order
  const told = await findUncounted(app, unit, order)
  let shipmentId: Id | undefined
  const moves: StockMove[] = []
  for (const [i, parcel] of parcels.entries()) {
    const pieces = parcel.lines ? readPieces(lines, parcel.lines, `parcels[${i}].lines`) : listOpenPieces(lines)
    if (!pieces.size) throw invalid({ propertyPath: `parcels[${i}].lines`, message: 'must name at least one piece' })
    const fulfilmentId = unit.newId()
    const before = takeShipment(told, parcel.trackingNumber)
    const parcelId = before?.parcelId ?? fulfilmentId
    const at = given ?? before?.handedOverAt ?? unit.now.toISOString()
    if (before) known = [...known.filter((each) => each.id !== parcelId), { id: parcelId, pieces: listPieces(pieces) }]
    const shipment = await recordParcelOfOrder(app, unit, order, {
      id: parcelId,
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
  known = await endPackedParcels(app, unit, order, { lines, parcels: known })
  const startedAt = order.startedAt ?? unit.now.toISOString()
  return await changeOrder(app, unit, order, {
    fields: { lines, status: 'in_progress', startedAt, firstFulfilmentId, parcels: known },
    moves,
    ...endMismatch(order, lines),
    ...(shipmentId && { shipmentId }),
  })
}

const listPieces = (pieces: ReadonlyMap<Id, number>) => [...pieces].map(([lineId, quantity]) => ({ lineId, quantity }))

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
  const parcels = await endPackedParcels(app, unit, order, { lines, parcels: order.parcels })
  return await changeOrder(app, unit, order, {
    fields: { lines, parcels, requestMessage: reason },
    moves,
    reason,
    ...endMismatch(order, lines),
    givesBack: true,
    reroutes: true,
    exclude: order.custodianId,
  })
}
