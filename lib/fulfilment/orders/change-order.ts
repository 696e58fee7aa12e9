import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { closeIncident, raiseIncident, type Trouble } from '../incidents/raise-incident.ts'
import { endsWith, type Following, followOrders } from './follow-orders.ts'
import {
  countCancelled,
  countHandedOver,
  countOpenPieces,
  FULFILMENT_ORDER_MOVES,
  fulfilmentOrderUri,
  isLive,
  type StockMove,
  type StoredFulfilmentOrder,
} from './fulfilment-order.ts'
import { fulfilmentOrders } from './fulfilment-order-store.ts'
import { settleStock } from './settle-stock.ts'

type Fields = Partial<Omit<StoredFulfilmentOrder, keyof Stored>>

/** An order without open pieces is closed, or cancelled if nothing was handed over. */
const finish = (before: StoredFulfilmentOrder, fields: Fields, now: Date): Fields => {
  const merged = { ...before, ...fields }
  if (!fields.lines || !isLive(merged) || countOpenPieces(merged) > 0) return fields
  const isHandedOver = countHandedOver(merged) > 0
  return {
    ...fields,
    status: move(FULFILMENT_ORDER_MOVES, 'fulfilment order', merged.status, isHandedOver ? 'close' : 'cancel'),
    outcome: isHandedOver ? (countCancelled(merged) ? 'short' : 'full') : null,
    closedAt: now.toISOString(),
    isReserving: false,
  }
}

export const describeOrder = (order: StoredFulfilmentOrder) => ({
  fulfilmentOrderId: order.id,
  orderNumber: order.orderNumber,
  custodianId: order.custodianId,
  custodianName: order.custodianName,
  lineCount: order.lines.length,
})

const emitChange = (unit: Unit, before: StoredFulfilmentOrder, after: StoredFulfilmentOrder, reason: string | null) => {
  if (before.status === after.status) return
  const subject = fulfilmentOrderUri(after.id)
  const data = describeOrder(after)
  if (after.status === 'closed') unit.emit('fulfilment.order.closed', { subject, data })
  else if (after.status === 'cancelled') unit.emit('fulfilment.order.cancelled', { subject, data: { ...data, reason } })
  else
    unit.emit('fulfilment.order.progressed', {
      subject,
      data: { ...data, status: after.status, before: before.status },
    })
}

interface Change {
  fields: Fields
  /** Stock that follows from the change. */
  moves?: readonly StockMove[]
  /** Why an order is cancelled. */
  reason?: string | null
}

/** Writes a change of one fulfilment order with its stock and its events; the caller lets the sales order follow. */
export const writeOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  before: StoredFulfilmentOrder,
  { fields, moves = [], reason = null }: Change,
): Promise<StoredFulfilmentOrder> => {
  const pendingStock = moves.length
    ? await settleStock(app, unit, before, [...before.pendingStock, ...moves])
    : before.pendingStock
  const after = unit.update(fulfilmentOrders, before, { ...finish(before, fields, unit.now), pendingStock })
  emitChange(unit, before, after, reason)
  // A hand-off that closes the order settles the job itself, once it is charged.
  if (before.status !== 'closed' && after.status === 'closed' && countHandedOver(after) === countHandedOver(before))
    unit.schedule('billing.job.settle', { tenant: unit.tenant, fulfilmentOrderId: after.id })
  return after
}

/** Writes a change of a fulfilment order, and what follows from it for its sales order. */
export const changeOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  before: StoredFulfilmentOrder,
  { trouble, resolution, ...following }: Change & Following & { trouble?: Trouble; resolution?: string },
): Promise<StoredFulfilmentOrder> => {
  const { fields, moves, reason } = following
  const own = before.salesOrderId
    ? {}
    : await changeOwnIncident(app, unit, before, { ...following, trouble, resolution })
  const after = await writeOrder(app, unit, before, {
    fields: { ...fields, ...own },
    ...(moves && { moves }),
    ...(reason !== undefined && { reason }),
  })
  await followOrders(app.db, unit, [{ before, after }], {
    ...following,
    ...(trouble && { trouble }),
    ...(resolution && { resolution }),
  })
  return after
}

/** The incident of an order without a sales order lies with itself. */
const changeOwnIncident = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  {
    trouble,
    resolution,
    resolves,
  }: Pick<Following, 'resolves'> & { trouble: Trouble | undefined; resolution: string | undefined },
): Promise<Fields> => {
  if (trouble) return { incidentId: (await raiseIncident(db, unit, order, trouble)).incident.id }
  if (!resolution || !order.incidentId) return {}
  const isOver = await closeIncident(db, unit, order.incidentId, resolution, ({ reason }) => endsWith(reason, resolves))
  return isOver ? { incidentId: null } : {}
}
