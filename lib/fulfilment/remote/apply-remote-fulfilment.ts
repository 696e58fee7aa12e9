import type { RemoteFulfilment } from '../../custodians/custodian-connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { NO_ANSWER } from '../incidents/incident.ts'
import type { Trouble } from '../incidents/raise-incident.ts'
import { changeOrder } from '../orders/change-order.ts'
import {
  countCancelled,
  countHandedOver,
  countOpenPieces,
  type StoredFulfilmentOrder,
} from '../orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { assignBySku, cancelPieces, listOpenPieces } from '../orders/lines.ts'
import { applyParcels, type Progress } from './apply-parcels.ts'
import { decideRemoteState } from './decide-remote-state.ts'
import { findForeignParcels, leaveOutForeign } from './find-foreign-parcels.ts'
import { explainForeign, findMismatch, writePieces } from './find-mismatch.ts'
import { keepPackedParcels } from './keep-packed-parcels.ts'
import { spellAsOrdered } from './spell-as-ordered.ts'

/** Tells how a custodian's state came to us. */
export interface NewsOrigin {
  /** Time at which the state was true, by our clock; null if nobody knows, since a webhook can be overtaken. */
  asOf: Date | null
  /** True if the custodian answered that it cancels the order. */
  isCancelAccepted?: boolean
}

/** Cancels what the custodian says it will not fulfil, beyond what is cancelled already. */
const cancelRemotely = (progress: Progress, told: RemoteFulfilment, isOver: boolean): Progress => {
  const known = new Map<SkuKey, number>()
  for (const { sku, cancelled } of progress.lines) known.set(foldSku(sku), (known.get(foldSku(sku)) ?? 0) + cancelled)
  const pieces = isOver
    ? listOpenPieces(progress.lines)
    : assignBySku(
        progress.lines,
        told.cancelled.map(({ sku, quantity }) => ({ sku, quantity: quantity - (known.get(foldSku(sku)) ?? 0) })),
      ).pieces
  if (!pieces.size) return progress
  const { lines, moves } = cancelPieces(progress.lines, pieces)
  return { ...progress, lines, moves: [...progress.moves, ...moves] }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A custodian that accepted a cancellation and names no parcel did not send the order, even if it calls it closed. */
const readState = (remote: RemoteFulfilment, { isCancelAccepted }: NewsOrigin): RemoteFulfilment =>
  isCancelAccepted && remote.state === 'closed' && !remote.parcels.length ? { ...remote, state: 'cancelled' } : remote

/** Explains that a custodian sent what it had cancelled. */
export const explainLate = ({ custodianName }: StoredFulfilmentOrder, pieces: Progress['late']): string =>
  `${custodianName} sent ${writePieces(pieces)} after all, which it had cancelled. Have the parcel called back, or bill it`

const findTrouble = (
  order: StoredFulfilmentOrder,
  after: Pick<StoredFulfilmentOrder, 'lines' | 'mismatch'> & Pick<Progress, 'late'>,
  remote: RemoteFulfilment,
  { isRefused, isCancelAccepted }: { isRefused: boolean; isCancelAccepted: boolean },
): Trouble | undefined => {
  const { id: fulfilmentOrderId, custodianId, custodianName: name } = order
  const concerned = { fulfilmentOrderId, custodian: { id: custodianId, name } }
  const isBroken =
    isCancelAccepted &&
    !countOpenPieces(after) &&
    countHandedOver(after) > countHandedOver(order) &&
    countCancelled(after) === countCancelled(order)
  const late = isBroken ? after.lines.map(({ sku, handedOver }) => ({ sku, quantity: handedOver })) : after.late
  if (late.length) return { ...concerned, reason: 'unexpected_news', description: explainLate(order, late) }
  if (after.mismatch !== null && after.mismatch !== order.mismatch)
    return { ...concerned, reason: 'unexpected_news', description: after.mismatch }
  if (!isRefused || order.salesOrderId !== null) return undefined
  const description = `${name} refused the order${remote.reason ? `: ${remote.reason}` : ''}`
  return { ...concerned, reason: 'refused', description }
}

/**
 * Brings a fulfilment order up to date with everything that the custodian knows of it. The same state twice changes nothing,
 * and an older one undoes nothing. What does not fit the order is an incident, and never a reason to send pieces again.
 * `order` is the one that this unit read; the unit must not change it otherwise.
 */
export const applyRemoteFulfilment = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  remote: RemoteFulfilment,
  origin: NewsOrigin = { asOf: null },
): Promise<StoredFulfilmentOrder> => {
  const { asOf, isCancelAccepted = false } = origin
  const spelled = readState(spellAsOrdered(order.lines, remote), origin)
  const foreign = await findForeignParcels(app.db, unit.tenant, order, spelled, unit.now)
  const told = leaveOutForeign(spelled, foreign)
  const { progress: counted, isComplete } = await applyParcels(app, unit, order, told, asOf)
  // Pieces that are left must not be cancelled before their parcels are counted.
  const known = isComplete ? told : { ...told, state: null, cancelled: [] }
  const explicit = cancelRemotely(counted, known, false)
  const found = explainForeign(order, foreign) ?? (isComplete ? findMismatch({ ...order, ...explicit }, told) : null)
  const mismatch = keepMismatch(order, known, found, countOpenPieces(explicit))
  const decided = decideRemoteState(order, known, {
    isHandedOver: counted.parcels.some(({ pieces }) => pieces.length > 0),
    hasLeft: counted.left.length > 0,
    isLate: counted.late.length > 0,
    hasMismatch: mismatch !== null,
    openPieces: countOpenPieces(counted),
    now: unit.now,
    newId: () => unit.newId(),
  })
  const ended = cancelRemotely(explicit, known, decided.isOver)
  const { lines, moves, firstFulfilmentId, shipmentId } = ended
  const { parcels, hasRoom, hasPacked } = isComplete
    ? await keepPackedParcels(app, unit, order, told, { ...ended, asOf })
    : { parcels: ended.parcels, hasRoom: false, hasPacked: false }
  if (!hasRoom)
    unit.schedule('fulfilment.order.apply-remote', {
      ...{ tenant: unit.tenant, fulfilmentOrderId: order.id, remote },
      ...{ asOf: asOf?.toISOString() ?? null, isCancelAccepted },
    })
  const after = { lines, parcels, firstFulfilmentId, mismatch }
  const outcome = counted.late.length ? (countCancelled(after) ? 'short' : 'full') : order.outcome
  const fields = { ...decided.fields, remoteId: order.remoteId ?? remote.remoteId, ...after, outcome }
  const changed = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !isSame(order[name as keyof StoredFulfilmentOrder], value)),
  )
  if (!Object.keys(changed).length) {
    // Parcels follow from the order as it was read, which may have ended meanwhile.
    if (hasPacked) unit.require(fulfilmentOrders, order)
    return order
  }
  const isCancelled = lines.some((line, i) => line.cancelled > (counted.lines[i]?.cancelled ?? 0))
  const givesBack = order.cancelling?.reroute ?? true
  const late = counted.late
  const trouble = findTrouble(order, { ...after, late }, remote, { isRefused: decided.isRefused, isCancelAccepted })
  const isCleared = order.mismatch !== null && after.mismatch === null
  return await changeOrder(app, unit, order, {
    fields: changed,
    moves,
    reason: order.cancelling?.reason ?? remote.reason,
    ...(shipmentId && { shipmentId }),
    ...((late.length > 0 || isCleared) && { reroutes: true }),
    ...(isCancelled && givesBack && { givesBack, reroutes: true }),
    ...(isCancelled && givesBack && !order.cancelling && { exclude: order.custodianId }),
    ...(decided.isArrived && { resolution: 'The custodian has the order' }),
    ...(decided.isAnswered && { resolution: 'The custodian has answered', resolves: NO_ANSWER }),
    ...(isCleared && {
      resolution: 'What the custodian tells fits the order now',
      resolves: 'unexpected_news' as const,
    }),
    ...(trouble && { trouble }),
  })
}

/**
 * What people decided about stays known, so that the same news do not ask them again. As long as pieces are open, only a state
 * in which the custodian is done clears it, because a webhook that was overtaken says less.
 */
const keepMismatch = (
  order: StoredFulfilmentOrder,
  { state }: RemoteFulfilment,
  found: string | null,
  open: number,
) => {
  const isDone = state === 'closed' || state === 'cancelled' || state === 'refused'
  return found ?? (isDone || open === 0 ? null : order.mismatch)
}

/** Continues with parcels that did not fit the transaction before. */
export const continueRemote = async (
  app: Pick<App, 'db'>,
  {
    tenant,
    fulfilmentOrderId,
    remote,
    asOf,
    isCancelAccepted,
  }: { tenant: Id; fulfilmentOrderId: Id; remote: RemoteFulfilment; asOf: string | null; isCancelAccepted: boolean },
  now: Date,
): Promise<void> => {
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const order = await unit.load(fulfilmentOrders, fulfilmentOrderId)
    await applyRemoteFulfilment(app, unit, order, remote, {
      asOf: asOf === null ? null : new Date(asOf),
      isCancelAccepted,
    })
  })
}
