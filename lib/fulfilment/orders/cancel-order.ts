import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Trouble } from '../incidents/raise-incident.ts'
import { changeOrder } from './change-order.ts'
import {
  FULFILMENT_ORDER_MOVES,
  FULFILMENT_REQUEST_MOVES,
  isUnsent,
  type StoredFulfilmentOrder,
} from './fulfilment-order.ts'
import { cancelPieces, listOpenPieces } from './lines.ts'

interface Cancellation {
  reason: string | null
  /** True if other custodians shall fulfil the pieces. */
  reroute: boolean
}

/** Cancels what is open of an order at once, and releases its stock. */
export const cancelOpenPieces = (
  app: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  { reason, reroute }: Cancellation,
  more: Omit<Parameters<typeof changeOrder>[3], 'moves' | 'reason' | 'givesBack'> = { fields: {} },
): Promise<StoredFulfilmentOrder> => {
  const { lines, moves } = cancelPieces(order.lines, listOpenPieces(order.lines))
  return changeOrder(app, unit, order, {
    reroutes: reroute,
    ...more,
    fields: { lines, cancelling: null, ...more.fields },
    moves,
    reason,
    givesBack: reroute,
  })
}

/**
 * Cancels an order that its custodian does not know at once; asks the custodian otherwise, who may refuse. `trouble` is told
 * then.
 */
export const cancelOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  cancellation: Cancellation,
  trouble?: Trouble,
): Promise<StoredFulfilmentOrder> => {
  move(FULFILMENT_ORDER_MOVES, 'fulfilment order', order.status, 'cancel')
  if (isUnsent(order)) return await cancelOpenPieces(app, unit, order, cancellation)
  const request = move(FULFILMENT_REQUEST_MOVES, "custodian's request", order.request, 'request_cancel')
  unit.schedule('fulfilment.order.cancel', { tenant: unit.tenant, fulfilmentOrderId: order.id })
  return await changeOrder(app, unit, order, {
    fields: { request, cancelling: cancellation, requestMessage: null },
    ...(trouble && { trouble }),
  })
}
