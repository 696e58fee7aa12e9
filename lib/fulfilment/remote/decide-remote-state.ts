import type { RemoteFulfilment } from '../../custodians/custodian-connector.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import {
  FULFILMENT_ORDER_MOVES,
  FULFILMENT_REQUEST_MOVES,
  isLive,
  type StoredFulfilmentOrder,
} from '../orders/fulfilment-order.ts'

/** The hold that a custodian itself put on an order. */
const CUSTODIAN_HOLD = 'custodian'

type Fields = Pick<
  StoredFulfilmentOrder,
  'request' | 'requestMessage' | 'status' | 'startedAt' | 'holds' | 'cancelling' | 'closedAt'
>

export interface RemoteDecision {
  fields: Partial<Fields>
  /** True if the custodian will not fulfil anything further. */
  isOver: boolean
  isRefused: boolean
  /** True if it is news that the custodian has the order. */
  isArrived: boolean
  /** True if it accepts, refuses or ends an order that it only had. */
  isAnswered: boolean
}

interface Known {
  isHandedOver: boolean
  /** True if parcels left, whatever is in them. */
  hasLeft: boolean
  /** True if pieces left although they had been cancelled. */
  isLate: boolean
  /** True if something that the custodian tells does not fit the order. */
  hasMismatch: boolean
  openPieces: number
  now: Date
  newId: () => Id
}

const isCustodians = ({ reason, actorId }: StoredFulfilmentOrder['holds'][number]) =>
  reason === CUSTODIAN_HOLD && actorId === null

/** Decides the answer of the custodian; an older one does not undo a newer one. */
const decideRequest = (
  { request }: StoredFulfilmentOrder,
  { state }: RemoteFulfilment,
  { isHandedOver, isLate, hasMismatch }: Known,
): StoredFulfilmentOrder['request'] => {
  // What left was neither refused nor cancelled.
  if (isLate && request === 'cancel_accepted')
    return move(FULFILMENT_REQUEST_MOVES, "custodian's request", request, 'refuse_cancel')
  if (isHandedOver && request === 'refused')
    return move(FULFILMENT_REQUEST_MOVES, "custodian's request", request, 'accept')
  const isOpen = request === 'sending' || request === 'sent' || request === 'unsent'
  if (state === 'refused') return isOpen || request === 'accepted' ? 'refused' : decideCancelled(request)
  if (state === 'cancelled') return decideCancelled(request)
  if (request === 'cancel_requested' && state === 'closed' && (isHandedOver || !hasMismatch))
    return isHandedOver ? 'cancel_refused' : 'cancel_accepted'
  if (!isOpen) return request
  return state === null && !isHandedOver ? 'sent' : 'accepted'
}

const decideCancelled = (request: StoredFulfilmentOrder['request']) =>
  request === 'refused' ? request : 'cancel_accepted'

const decideHolds = (
  order: StoredFulfilmentOrder,
  { state, reason }: RemoteFulfilment,
  { now, newId }: Known,
): StoredFulfilmentOrder['holds'] => {
  if (state === null) return order.holds
  const own = order.holds.filter((hold) => !isCustodians(hold))
  if (state !== 'on_hold') return own
  const known = order.holds.find(isCustodians)
  const hold = known
    ? { ...known, note: reason }
    : {
        id: newId(),
        reason: CUSTODIAN_HOLD,
        note: reason,
        actorId: null,
        actorType: null,
        createdAt: now.toISOString(),
      }
  return [...own, hold]
}

/** A refused cancellation is shown until the order is done. */
const decideMessage = (
  { requestMessage }: StoredFulfilmentOrder,
  { state, reason }: RemoteFulfilment,
  request: StoredFulfilmentOrder['request'],
) => {
  if (state === 'on_hold' || state === 'refused' || state === 'cancelled') return reason
  return state === null || request === 'cancel_refused' ? requestMessage : null
}

/** Decides what a custodian's state of an order means for ours; parcels and cancelled pieces are counted apart. */
export const decideRemoteState = (
  order: StoredFulfilmentOrder,
  remote: RemoteFulfilment,
  known: Known,
): RemoteDecision => {
  const { state } = remote
  const request = decideRequest(order, remote, known)
  const isArrived = order.request === 'sending' || order.request === 'unsent'
  const isRefused = state === 'refused'
  const isAnswered = order.request === 'sent' && request !== 'sent'
  const nothing = { fields: { request }, isOver: false, isRefused, isArrived, isAnswered }
  if (!isLive(order)) {
    if (!known.isLate) return nothing
    const status = move(FULFILMENT_ORDER_MOVES, 'fulfilment order', order.status, 'send_after_all')
    return { ...nothing, fields: { request, status, closedAt: known.now.toISOString() } }
  }
  const holds = decideHolds(order, remote, known)
  const startedAt =
    order.startedAt ?? (state === 'in_progress' || known.isHandedOver || known.hasLeft ? known.now.toISOString() : null)
  const isAloneRefused = isRefused && order.salesOrderId === null && !order.cancelling
  const isEnded = state === 'closed' || state === 'cancelled' || isRefused
  const isOver = isEnded && !isAloneRefused && !known.hasMismatch
  return {
    fields: {
      request,
      holds,
      startedAt,
      status: holds.length ? 'on_hold' : startedAt ? 'in_progress' : 'open',
      requestMessage: decideMessage(order, remote, request),
      ...((isOver || known.openPieces === 0) && { cancelling: null }),
    },
    isOver,
    isRefused,
    isArrived,
    isAnswered,
  }
}
