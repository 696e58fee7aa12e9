import { findNumbering, readBillingSettings } from '../../billing/billing-settings.ts'
import { assignNumber } from '../../billing/numbering/assign-number.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import type { Allotted } from '../returned-pieces/allot-pieces.ts'
import { promisePieces } from '../returned-pieces/returned-pieces.ts'
import { buildReturnEvent, type StoredReturn } from './return.ts'
import {
  findReturnIdsByNumber,
  putReturnedPieces,
  readReturnedPieces,
  returns,
  type StoredReturnedPieces,
} from './return-store.ts'

/** The fulfilment orders of a return, with what came and comes back of each. */
export interface Returnable {
  orders: readonly StoredFulfilmentOrder[]
  pieces: ReadonlyMap<Id, StoredReturnedPieces>
}

export const readReturnable = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  orders: readonly StoredFulfilmentOrder[],
): Promise<Returnable> => ({
  orders,
  pieces: await readReturnedPieces(
    db,
    tenant,
    orders.map(({ id }) => id),
  ),
})

/** Fields in which new returns may differ. */
export interface NewReturn
  extends Pick<StoredReturn, 'status' | 'reason'>,
    Partial<Pick<StoredReturn, 'id' | 'shipmentId' | 'custodianId' | 'custodianName' | 'authorizedAt'>> {
  lines: readonly Allotted[]
}

/** Fields of a return of which nothing has been decided, received or refunded. */
export const UNTOUCHED_RETURN = {
  isUnannounced: false,
  sender: null,
  shipmentId: null,
  custodianId: null,
  custodianName: null,
  carrier: null,
  trackingNumber: null,
  labelUrl: null,
  receipts: [],
  rejectionReason: null,
  resolution: null,
  resolutionNote: null,
  refundAmount: null,
  currency: null,
  refundReference: null,
  creditNoteId: null,
  authorizedAt: null,
  rejectedAt: null,
  receivedAt: null,
  resolvedAt: null,
  cancelledAt: null,
}

/** Assigns the next number of returns. */
export const assignReturnNumber = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: Id,
  channelId: Id | null,
): Promise<string> => {
  const settings = await readBillingSettings(app, unit.tenant)
  const numbering = await findNumbering(app, unit.tenant, settings, 'return', channelId)
  const findHolders = (numbers: readonly string[]) => findReturnIdsByNumber(app.db, unit.tenant, numbers)
  return await assignNumber(app, unit, { numbering, owner: id, findHolders })
}

/** Creates a return with the next number and promises its pieces, so that no other return can have them. */
export const addReturn = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  { orders, pieces }: Returnable,
  given: NewReturn,
): Promise<StoredReturn> => {
  const [first] = orders
  const id = given.id ?? unit.newId()
  const returnNumber = await assignReturnNumber(app, unit, id, first?.channelId ?? null)
  const ofLine = Map.groupBy(given.lines, ({ fulfilmentOrderId }) => fulfilmentOrderId)
  for (const order of orders) {
    const own = ofLine.get(order.id)
    if (!own) continue
    // A hand-off that is reversed meanwhile takes its pieces away.
    unit.require(fulfilmentOrders, order)
    const before = pieces.get(order.id)
    putReturnedPieces(unit, order.id, before, promisePieces(before?.lines ?? {}, own))
  }
  const made = unit.create(
    returns,
    {
      ...UNTOUCHED_RETURN,
      ...given,
      id,
      returnNumber,
      salesOrderId: first?.salesOrderId ?? null,
      orderNumber: first?.orderNumber ?? null,
      channelId: first?.channelId ?? null,
      lines: given.lines.map((line) => ({ id: unit.newId(), ...line })),
    },
    'stale',
  )
  const { subject, data } = buildReturnEvent(made)
  unit.emit('fulfilment.return.requested', { subject, data: { ...data, reason: made.reason } })
  if (made.status === 'authorized') unit.emit('fulfilment.return.authorized', { subject, data })
  return made
}
