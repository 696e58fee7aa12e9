import type { RemoteFulfilment, RemoteParcel } from '../../custodians/custodian-connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku, isSameSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { changeOrder } from './change-order.ts'
import { decideRemoteState } from './decide-remote-state.ts'
import {
  countOpenPieces,
  fulfilmentOrderUri,
  type StockMove,
  type StoredFulfilmentLine,
  type StoredFulfilmentOrder,
} from './fulfilment-order.ts'
import { fulfilmentOrders } from './fulfilment-order-store.ts'
import { addHandOff, recordParcelOfOrder } from './hand-off.ts'
import { assignBySku, cancelPieces, handOverPieces, listOpenPieces } from './lines.ts'

/** Actions that a unit keeps free for the order, its stock and its sales order while parcels are recorded. */
const ROOM = 60

/** The state of an order after the parcels that were applied so far. */
interface Progress {
  lines: readonly StoredFulfilmentLine[]
  moves: readonly StockMove[]
  parcels: readonly string[]
  firstFulfilmentId: Id | null
  /** The last parcel that was handed over. */
  shipmentId?: Id
}

/** Returns the pieces in a parcel; a closed order's only parcel that does not name them holds everything that is left. */
const listPieces = ({ lines }: RemoteParcel, progress: Progress, { state, parcels }: RemoteFulfilment) => {
  if (lines.length || state !== 'closed' || parcels.length !== 1) return lines
  return progress.lines.map(({ sku, ordered, handedOver, cancelled }) => ({
    sku,
    quantity: ordered - handedOver - cancelled,
  }))
}

const emitExcess = (unit: Unit, order: StoredFulfilmentOrder, excess: readonly { sku: string; quantity: number }[]) => {
  for (const { sku, quantity } of excess)
    unit.emit('fulfilment.reservation.requires_attention', {
      subject: fulfilmentOrderUri(order.id),
      data: {
        reservationId: order.lines.find((line) => isSameSku(line.sku, sku))?.id ?? order.id,
        orderNumber: order.orderNumber,
        sku,
        quantity,
        available: 0,
        reason: 'The custodian handed over pieces that it was not asked for',
      },
    })
}

const applyParcel = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  parcel: RemoteParcel,
  { progress, remote }: { progress: Progress; remote: RemoteFulfilment },
): Promise<Progress> => {
  const shipment = await recordParcelOfOrder(app, unit, order, parcel)
  if (!parcel.handedOverAt || progress.parcels.includes(parcel.id)) return progress
  const { pieces, excess } = assignBySku(progress.lines, listPieces(parcel, progress, remote))
  if (!pieces.size && !excess.length) return progress
  emitExcess(unit, order, excess)
  const parcels = [...progress.parcels, parcel.id]
  if (!pieces.size) return { ...progress, parcels }
  const isFirst = progress.firstFulfilmentId === null
  const { handedOverAt } = parcel
  const { id } = await addHandOff(app, unit, order, { shipment, handedOverAt, lines: progress.lines, pieces, isFirst })
  const { lines, moves } = handOverPieces(progress.lines, pieces)
  const firstFulfilmentId = progress.firstFulfilmentId ?? id
  return { lines, moves: [...progress.moves, ...moves], parcels, firstFulfilmentId, shipmentId: shipment.id }
}

/** Applies as many parcels as fit the unit; returns undefined beside the progress if some are left. */
const applyParcels = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  remote: RemoteFulfilment,
): Promise<{ progress: Progress; isComplete: boolean }> => {
  const { lines, parcels, firstFulfilmentId } = order
  let progress: Progress = { lines, moves: [], parcels, firstFulfilmentId }
  for (const parcel of remote.parcels) {
    const applied = await unit.attempt(() => applyParcel(app, unit, order, parcel, { progress, remote }), ROOM)
    if (!applied) return { progress, isComplete: false }
    progress = applied.result
  }
  return { progress, isComplete: true }
}

/** Cancels what the custodian says it will not fulfil, beyond what is cancelled already. */
const cancelRemotely = (progress: Progress, remote: RemoteFulfilment, isOver: boolean): Progress => {
  const known = new Map<SkuKey, number>()
  for (const { sku, cancelled } of progress.lines) known.set(foldSku(sku), (known.get(foldSku(sku)) ?? 0) + cancelled)
  const pieces = isOver
    ? listOpenPieces(progress.lines)
    : assignBySku(
        progress.lines,
        remote.cancelled.map(({ sku, quantity }) => ({ sku, quantity: quantity - (known.get(foldSku(sku)) ?? 0) })),
      ).pieces
  if (!pieces.size) return progress
  const { lines, moves } = cancelPieces(progress.lines, pieces)
  return { ...progress, lines, moves: [...progress.moves, ...moves] }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Brings a fulfilment order up to date with everything that the custodian knows of it. The same state twice changes nothing,
 * and an older one undoes nothing. `order` is the one that this unit read; the unit must not change it otherwise.
 */
export const applyRemoteFulfilment = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  remote: RemoteFulfilment,
): Promise<StoredFulfilmentOrder> => {
  const { progress: parcelsDone, isComplete } = await applyParcels(app, unit, order, remote)
  if (!isComplete)
    unit.schedule('fulfilment.order.apply-remote', { tenant: unit.tenant, fulfilmentOrderId: order.id, remote })
  // Pieces that are left must not be cancelled before their parcels are counted.
  const known = isComplete ? remote : { ...remote, state: null, cancelled: [] }
  const isUncounted =
    known.state === 'closed' &&
    known.parcels.some(({ handedOverAt, id }) => handedOverAt && !parcelsDone.parcels.includes(id))
  const decided = decideRemoteState(order, isUncounted ? { ...known, state: 'in_progress' } : known, {
    isHandedOver: parcelsDone.parcels.length > 0,
    openPieces: countOpenPieces(parcelsDone),
    now: unit.now,
    newId: () => unit.newId(),
  })
  const { lines, moves, parcels, firstFulfilmentId, shipmentId } = cancelRemotely(parcelsDone, known, decided.isOver)
  const fields = { ...decided.fields, remoteId: order.remoteId ?? remote.remoteId, lines, parcels, firstFulfilmentId }
  const changed = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !isSame(order[name as keyof StoredFulfilmentOrder], value)),
  )
  if (!Object.keys(changed).length) return order
  const isCancelled = lines.some((line, i) => line.cancelled !== parcelsDone.lines[i]?.cancelled)
  const givesBack = order.cancelling?.reroute ?? true
  const isAlone = order.salesOrderId === null && decided.isRefused
  return await changeOrder(app, unit, order, {
    fields: changed,
    moves,
    reason: order.cancelling?.reason ?? remote.reason,
    ...(shipmentId && { shipmentId }),
    ...(isCancelled && givesBack && { givesBack, reroutes: true }),
    ...(isCancelled && givesBack && !order.cancelling && { exclude: order.custodianId }),
    ...(decided.isArrived && { resolution: 'The custodian has the order' }),
    ...(isAlone && {
      trouble: {
        reason: 'refused' as const,
        description: `${order.custodianName} refused the order${remote.reason ? `: ${remote.reason}` : ''}`,
        fulfilmentOrderId: order.id,
        custodian: { id: order.custodianId, name: order.custodianName },
      },
    }),
  })
}

/** Continues with parcels that did not fit the transaction before. */
export const continueRemote = async (
  app: Pick<App, 'db'>,
  { tenant, fulfilmentOrderId, remote }: { tenant: Id; fulfilmentOrderId: Id; remote: RemoteFulfilment },
  now: Date,
): Promise<void> => {
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) =>
    applyRemoteFulfilment(app, unit, await unit.load(fulfilmentOrders, fulfilmentOrderId), remote),
  )
}
