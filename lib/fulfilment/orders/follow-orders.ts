import type { IncidentReason } from '../../../schemas/fulfilment/fulfilment-policy.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type NO_ANSWER, UNEXPECTED_NEWS } from '../incidents/incident.ts'
import { closeIncident, raiseIncident, type Trouble } from '../incidents/raise-incident.ts'
import { completeInShop } from '../order-fulfilments/complete-in-shop.ts'
import { followSteps, type OrderStep, type StoredOrderFulfilment } from '../order-fulfilments/order-fulfilment.ts'
import {
  describeSalesOrder,
  findOrderFulfilment,
  saveOrderFulfilment,
} from '../order-fulfilments/order-fulfilment-store.ts'
import { expectLate } from './expect-late.ts'
import { countHandedOver, isLive, type StoredFulfilmentOrder } from './fulfilment-order.ts'

/** The effect of a change of fulfilment orders on their sales order. */
export interface Following {
  /** True if cancelled pieces can be planned again; otherwise nobody will fulfil them. */
  givesBack?: boolean
  /** Plans the sales order again afterwards. */
  reroutes?: boolean
  /** A custodian that is not asked again for this sales order. */
  exclude?: Id
  /** Withdraws all fulfilment orders that are not sent, and plans again. */
  replans?: boolean
  /** Sends an order that was kept back. */
  dispatches?: boolean
  trouble?: Trouble
  /** Why the open incident about one of these orders is over. */
  resolution?: string
  /** The reason of the incident that is over, if it is one that only people or better news end, or if others stay. */
  resolves?: typeof UNEXPECTED_NEWS | typeof NO_ANSWER
  record?: StoredOrderFulfilment
  /** The last parcel that was handed over in this unit. */
  shipmentId?: Id
}

/** Returns true if the order waits to be sent to a custodian's system. */
export const needsDispatch = ({ isManual, request, status }: StoredFulfilmentOrder) =>
  !isManual && request === 'unsent' && status === 'open'

const listReady = (steps: readonly OrderStep[], dispatches: boolean) =>
  steps.flatMap(({ before, after }) =>
    needsDispatch(after) && (dispatches || !before || (before.isReserving && !after.isReserving)) ? [after.id] : [],
  )

const countReserving = (order: StoredFulfilmentOrder | undefined) => (order?.isReserving && isLive(order) ? 1 : 0)

/** Saves how far a sales order is after changes of its fulfilment orders, all of which are changed in this unit. */
export const followOrders = async (
  db: Table,
  unit: Unit,
  steps: readonly OrderStep[],
  following: Following,
): Promise<void> => {
  const { givesBack = false, reroutes = false, exclude, replans = false, dispatches = false } = following
  const ready = listReady(steps, dispatches)
  const salesOrderId = steps[0]?.after.salesOrderId
  if (!salesOrderId) {
    for (const { after } of steps)
      if (ready.includes(after.id) && !after.isReserving)
        unit.schedule('fulfilment.order.dispatch', { tenant: unit.tenant, fulfilmentOrderId: after.id })
    return
  }
  const record = following.record ?? (await findOrderFulfilment(db, unit.tenant, salesOrderId))
  if (!record) throw new Error('a fulfilment order without the record of its sales order')
  expectLate(unit, record, steps)
  const reserving = steps.reduce(
    (sum, { before, after }) => sum + countReserving(after) - countReserving(before),
    record.reserving,
  )
  const next = {
    ...record,
    lines: followSteps(record.lines, steps, { givesBack, isCancelled: record.isCancelled }),
    reserving,
    toDispatch: [...new Set([...record.toDispatch, ...ready])],
    excluded: exclude ? [...new Set([...record.excluded, exclude])] : record.excluded,
    isReplanning: record.isReplanning || (replans && !record.isCancelled),
    incidentId: await followIncident(db, unit, record, steps, following),
  }
  if (JSON.stringify(next) !== JSON.stringify(record)) {
    const saved = saveOrderFulfilment(unit, record, next)
    await completeInShop(db, unit, record, saved, following.shipmentId)
  }
  if ((reroutes || replans) && !record.isCancelled)
    unit.schedule('fulfilment.orders.route', { tenant: unit.tenant, orderIds: [salesOrderId] })
}

const countLeft = (order: StoredFulfilmentOrder | undefined) => (order ? countHandedOver(order) : 0)

const isRefused = ({ request }: StoredFulfilmentOrder) => request === 'cancel_refused'

/**
 * Tells people of pieces that left although their sales order had ended, and of those that a custodian will send all the same.
 */
const findTrouble = (
  { isCancelled }: StoredOrderFulfilment,
  steps: readonly OrderStep[],
  { trouble }: Following,
): Trouble | undefined => {
  if (trouble || !isCancelled) return trouble
  const late = steps.find(({ before, after }) => countLeft(after) > countLeft(before))?.after
  const refused = steps.find(({ before, after }) => isRefused(after) && before && !isRefused(before))?.after
  const found = late ?? refused
  if (!found) return undefined
  const description = late
    ? 'Pieces were handed over although the sales order was cancelled or waits for its shop'
    : `${found.custodianName} refuses to cancel its order, although the sales order was cancelled or waits for its shop`
  const custodian = { id: found.custodianId, name: found.custodianName }
  return { reason: 'order_ended', description, fulfilmentOrderId: found.id, custodian }
}

/** Tells whether a change that `resolves` one kind of incident ends one with this reason. */
export const endsWith = (reason: IncidentReason, resolves: Following['resolves']): boolean =>
  resolves ? reason === resolves : reason !== UNEXPECTED_NEWS

const followIncident = async (
  db: Table,
  unit: Unit,
  record: StoredOrderFulfilment,
  steps: readonly OrderStep[],
  following: Following,
): Promise<Id | null> => {
  const { resolution, resolves } = following
  const trouble = findTrouble(record, steps, following)
  if (trouble) return await blockSalesOrder(db, unit, record, trouble)
  if (!resolution || !record.incidentId) return record.incidentId
  const isOurs = await closeIncident(
    db,
    unit,
    record.incidentId,
    resolution,
    ({ fulfilmentOrderId, reason }) =>
      steps.some(({ after }) => after.id === fulfilmentOrderId) && endsWith(reason, resolves),
  )
  return isOurs ? null : record.incidentId
}

/** Raises the incident of a sales order, and tells once that its fulfilment is blocked. Returns the id of the incident. */
export const blockSalesOrder = async (
  db: Table,
  unit: Unit,
  record: Parameters<typeof describeSalesOrder>[0],
  trouble: Trouble,
): Promise<Id> => {
  const { id: salesOrderId, orderNumber, incidentId } = record
  const { incident, isNew } = await raiseIncident(db, unit, { salesOrderId, orderNumber, incidentId }, trouble)
  if (isNew) {
    const { subject, data } = describeSalesOrder(record)
    unit.emit('sales.order.fulfillment_blocked', { subject, data: { ...data, reason: incident.description } })
  }
  return incident.id
}
