import type { RemoteFulfilment, RemoteParcel } from '../../custodians/custodian-connector.ts'
import type { Allocation } from '../../inventory/allocations/allocation.ts'
import { mergeAllocations } from '../../inventory/allocations/divide-allocation.ts'
import { nameTaken } from '../../inventory/allocations/take-stock.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import {
  countOpenPieces,
  type StockMove,
  type StoredFulfilmentLine,
  type StoredFulfilmentOrder,
  type ToldParcel,
} from '../orders/fulfilment-order.ts'
import { addHandOff, recordParcelOfOrder } from '../orders/hand-off.ts'
import { handOverCancelled, handOverPieces, type PiecesByLine } from '../orders/lines.ts'
import { countParcel } from './count-parcel.ts'
import { findLeftAt, hasParcelLeft, listSilentlyLeft, UNNAMED } from './parcel-left.ts'

/** Actions that a unit keeps free for the order, its stock and its sales order while parcels are recorded. */
const ROOM = 60

/** The state of an order after the parcels that were applied so far. */
export interface Progress {
  lines: readonly StoredFulfilmentLine[]
  moves: readonly StockMove[]
  parcels: readonly ToldParcel[]
  firstFulfilmentId: Id | null
  /** The last parcel that was handed over. */
  shipmentId?: Id
  /** Parcels of the state that have left. */
  left: readonly RemoteParcel[]
  /** True once the shipment without a named parcel has become that of a named one. */
  isUnnamedReplaced: boolean
  /** Pieces that left although they had been cancelled. */
  late: readonly { sku: string; quantity: number }[]
}

export const beginProgress = ({ lines, parcels, firstFulfilmentId }: StoredFulfilmentOrder): Progress => ({
  ...{ lines, parcels, firstFulfilmentId },
  ...{ moves: [], left: [], late: [], isUnnamedReplaced: false },
})

const addUp = (one: PiecesByLine, other: PiecesByLine): Map<Id, number> => {
  const sums = new Map(one)
  for (const [id, quantity] of other) sums.set(id, (sums.get(id) ?? 0) + quantity)
  return sums
}

const nameLines = (lines: readonly StoredFulfilmentLine[], pieces: ToldParcel['pieces'] | PiecesByLine) => {
  const quantities = new Map(
    [...pieces].map((each) => (Array.isArray(each) ? each : [each.lineId, each.quantity]) as [Id, number]),
  )
  return lines.flatMap(({ id, sku }) => {
    const quantity = quantities.get(id)
    return quantity ? [{ sku, quantity }] : []
  })
}

/** Finds the stock of pieces that left although nobody had reserved them any more. */
const findTaken = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  { custodianId }: StoredFulfilmentOrder,
  lines: readonly StoredFulfilmentLine[],
  late: PiecesByLine,
): Promise<Map<Id, Allocation>> => {
  if (!late.size) return new Map()
  const own = lines.filter(({ id }) => late.has(id))
  const wanted = own.map(({ id, variantId }) => ({ variantId, quantity: late.get(id) ?? 0 }))
  const taken = await nameTaken(db, unit.tenant, custodianId, wanted)
  return new Map(own.flatMap(({ id }, i) => (taken[i] ? [[id, taken[i]] as const] : [])))
}

/** Applies a parcel that left: its shipment, and the pieces that were not counted of it before. */
const applyParcel = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  parcel: RemoteParcel & { handedOverAt: string },
  { progress, told, asOf }: { progress: Progress; told: RemoteFulfilment; asOf: Date | null },
): Promise<Progress> => {
  const { lines } = progress
  const { pieces, late, isClaiming, parcels } = countParcel(lines, progress.parcels, parcel, told)
  const counted = parcels.find(({ id }) => id === parcel.id)?.pieces ?? []
  // People may have decided which pieces were meant.
  const isFitting = parcel.lines.length > 0 && parcel.lines.every(({ sku }) => lines.some((line) => line.sku === sku))
  const named = isFitting || !counted.length ? parcel.lines : nameLines(lines, counted)
  const replaces = isClaiming && !progress.isUnnamedReplaced ? UNNAMED : undefined
  const news = { ...parcel, lines: named }
  const shipment = await recordParcelOfOrder(app, unit, order, news, { replaces, asOf })
  const left = [...progress.left, parcel]
  const isUnnamedReplaced = progress.isUnnamedReplaced || replaces !== undefined
  const all = addUp(pieces, late)
  if (!all.size) return { ...progress, parcels, left, isUnnamedReplaced }
  const taken = await findTaken(app, unit, order, lines, late)
  const { handedOverAt } = parcel
  const { id } = await addHandOff(app, unit, order, {
    ...{ shipment, handedOverAt, pieces: all, isFirst: progress.firstFulfilmentId === null },
    lines: lines.map((line) => {
      const allocation = mergeAllocations(line.allocation, taken.get(line.id) ?? null)
      return late.has(line.id) ? { ...line, allocation } : line
    }),
  })
  const handedOver = handOverPieces(lines, pieces)
  const sentLate = handOverCancelled(handedOver.lines, late, taken)
  return {
    ...{ parcels, left, isUnnamedReplaced, shipmentId: shipment.id },
    lines: sentLate.lines,
    moves: [...progress.moves, ...handedOver.moves, ...sentLate.moves],
    firstFulfilmentId: progress.firstFulfilmentId ?? id,
    late: [...progress.late, ...nameLines(lines, late)],
  }
}

/** A parcel for what a custodian sent without naming a parcel, such as letters that nobody tracks. */
const buildUnnamed = (handedOverAt: string) => ({
  ...{ id: UNNAMED, carrier: null, service: null, trackingNumber: null, trackingUrl: null, promisedBy: null },
  ...{ lines: [], events: [], handedOverAt },
})

const byNaming = (one: RemoteParcel, other: RemoteParcel) => Number(!one.lines.length) - Number(!other.lines.length)

/** Lists what left beside the named parcels by what the state says of the whole order, once these are counted. */
const listSilent = (order: StoredFulfilmentOrder, told: RemoteFulfilment, { lines }: Progress, at: string) => {
  if (told.state !== 'closed' || !countOpenPieces({ lines }) || order.request === 'cancel_requested') return []
  if (told.parcels.length) return listSilentlyLeft(told).map((parcel) => ({ ...parcel, handedOverAt: at }))
  const isKnown = told.cancelled.every(({ sku }) => lines.some((line) => line.sku === sku))
  return isKnown ? [buildUnnamed(at)] : []
}

/** Applies the parcels that left, as many as fit the unit. */
export const applyParcels = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  told: RemoteFulfilment,
  asOf: Date | null,
): Promise<{ progress: Progress; isComplete: boolean }> => {
  let progress = beginProgress(order)
  const applyAll = async (parcels: readonly (RemoteParcel & { handedOverAt: string })[]) => {
    for (const parcel of parcels) {
      const applied = await unit.attempt(() => applyParcel(app, unit, order, parcel, { progress, told, asOf }), ROOM)
      if (!applied) return false
      progress = applied.result
    }
    return true
  }
  const left = told.parcels
    .filter(hasParcelLeft)
    .toSorted(byNaming)
    .map((parcel) => ({ ...parcel, handedOverAt: findLeftAt(parcel) as string }))
  if (!(await applyAll(left))) return { progress, isComplete: false }
  const silent = listSilent(order, told, progress, (asOf ?? unit.now).toISOString()).toSorted(byNaming)
  const isComplete = await applyAll(silent)
  return { progress, isComplete }
}
