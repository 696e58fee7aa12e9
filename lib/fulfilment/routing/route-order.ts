import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { findOrderOfChannel, type OrderOfChannel } from '../../sales/orders/find-orders.ts'
import { UNEXPECTED_NEWS } from '../incidents/incident.ts'
import { closeIncident, type Trouble } from '../incidents/raise-incident.ts'
import { completeInShop } from '../order-fulfilments/complete-in-shop.ts'
import {
  buildLines,
  countExcess,
  countUnplanned,
  hashContent,
  hashPlace,
  hasLeft,
  type StoredOrderFulfilment,
} from '../order-fulfilments/order-fulfilment.ts'
import {
  buildOrderFulfilment,
  findOrderFulfilment,
  saveOrderFulfilment,
} from '../order-fulfilments/order-fulfilment-store.ts'
import { cancelOpenPieces, cancelOrder } from '../orders/cancel-order.ts'
import { changeOrder } from '../orders/change-order.ts'
import { describeDelivery } from '../orders/describe-delivery.ts'
import { blockSalesOrder } from '../orders/follow-orders.ts'
import { isLive, isUnsent, isUntouched, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { listOrdersOfSalesOrder } from '../orders/fulfilment-order-store.ts'
import { createPlan } from './create-plan.ts'
import { cutExcess } from './cut-excess.ts'
import { expectRemoved } from './expect-removed.ts'
import { findMoved, isSentTo, redirectOrders } from './redirect-orders.ts'

type Using = Pick<App, 'db' | 'files'>

/** `more` asks for another transaction. */
type Step = 'done' | 'more'

/** Withdraws one order after another that nobody has begun; then the rest of the sales order is planned again. */
const replan = async (
  app: Using,
  unit: Unit,
  record: StoredOrderFulfilment,
  live: readonly StoredFulfilmentOrder[],
): Promise<Step> => {
  const [next] = live.filter(isUntouched)
  if (next) {
    await cancelOpenPieces(
      app,
      unit,
      next,
      { reason: 'The order is planned again', reroute: true },
      { fields: {}, reroutes: false, record },
    )
    return 'more'
  }
  saveOrderFulfilment(unit, record, { ...record, isReplanning: false, reserving: 0 })
  return 'more'
}

/** Returns why nothing of a sales order that is not accepted any more is fulfilled, as a whole sentence without full stop. */
const explainEnd = ({ status, cancellationReason, decidedBy }: OrderOfChannel['order']): string => {
  if (status === 'held') return decidedBy?.reason ?? 'The sales order is held'
  return cancellationReason ?? 'The sales order was cancelled'
}

/** Tells people that pieces left of an order that the buyer does not want, or does not pay, any more. */
const raiseEnd = (
  { db }: Using,
  unit: Unit,
  { order }: OrderOfChannel,
  record: StoredOrderFulfilment,
): Promise<Id> | null =>
  hasLeft(record)
    ? blockSalesOrder(db, unit, record, {
        reason: 'order_ended',
        description: `${explainEnd(order)}, after pieces of it were handed over`,
      })
    : null

/** Ends the incident of a sales order whose state changed, unless people have to decide about news of a custodian. */
const endIncident = async (
  { db }: Using,
  unit: Unit,
  { incidentId }: StoredOrderFulfilment,
  reason: string,
): Promise<Id | null> => {
  const isOver =
    incidentId === null ||
    (await closeIncident(db, unit, incidentId, reason, (incident) => incident.reason !== UNEXPECTED_NEWS))
  return isOver ? null : incidentId
}

/** Cancels one fulfilment order after another of a cancelled sales order, or asks their custodians to. */
const cancelAll = async (
  app: Using,
  unit: Unit,
  found: OrderOfChannel,
  record: StoredOrderFulfilment,
  live: readonly StoredFulfilmentOrder[],
): Promise<Step> => {
  const reason = explainEnd(found.order)
  if (!record.isCancelled) {
    const incidentId = await endIncident(app, unit, record, reason)
    const saved = saveOrderFulfilment(unit, record, {
      ...record,
      isCancelled: true,
      isReplanning: false,
      incidentId: incidentId ?? (await raiseEnd(app, unit, found, { ...record, incidentId: null })),
      toDispatch: [],
      lines: record.lines.map((line) => ({ ...line, cancelled: line.cancelled + countUnplanned(line) })),
    })
    await completeInShop(app.db, unit, record, saved)
    return 'more'
  }
  const [next] = live.filter((order) => isUnsent(order) || ['sending', 'sent', 'accepted'].includes(order.request))
  if (!next) return 'done'
  await cancelOrder(app, unit, next, { reason, reroute: false })
  return 'more'
}

/**
 * Begins again with a sales order that is accepted once more. Cancellations that custodians have not answered yet give their
 * pieces back to be planned, and what a custodian refuses to cancel goes on.
 */
const reopen = async (
  app: Using,
  unit: Unit,
  record: StoredOrderFulfilment,
  live: readonly StoredFulfilmentOrder[],
): Promise<Step> => {
  const asked = live.find(({ cancelling }) => cancelling && !cancelling.reroute)
  if (asked?.cancelling) {
    await changeOrder(app, unit, asked, { fields: { cancelling: { ...asked.cancelling, reroute: true } } })
    return 'more'
  }
  const incidentId = await endIncident(app, unit, record, 'The sales order is accepted again')
  saveOrderFulfilment(unit, record, {
    ...record,
    isCancelled: false,
    incidentId,
    lines: record.lines.map((line) => ({ ...line, cancelled: 0 })),
  })
  return 'more'
}

type Delivery = ReturnType<typeof describeDelivery>

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const isSameDelivery = ({ deliveryAddress, customerNote }: Delivery, wanted: Delivery): boolean =>
  isSame({ deliveryAddress, customerNote }, wanted)

/** Joins two troubles of one change, since an order has one open incident. */
const joinTroubles = (one: Trouble | undefined, other: Trouble | undefined): Trouble | undefined =>
  one && other ? { ...other, ...one, description: `${one.description}. ${other.description}` } : (one ?? other)

/**
 * Takes over a change of the sales order. Fulfilment orders that nobody has begun are withdrawn and planned again if pieces or
 * the address or the note are new; pieces that are not to be sent any more are taken from them as they are. Whoever has begun
 * is told of another address.
 */
const followChange = async (
  app: Using,
  unit: Unit,
  { order }: OrderOfChannel,
  record: StoredOrderFulfilment,
  orders: readonly StoredFulfilmentOrder[],
): Promise<Step> => {
  const live = orders.filter(isLive)
  const lines = buildLines(order, record.lines)
  const wanted = describeDelivery(order)
  const moved = record.placeHash === hashPlace(order) ? [] : orders.filter((each) => !isSentTo(each, wanted))
  if (await redirectOrders(app, unit, moved, wanted)) return 'more'
  const trouble = joinTroubles(expectRemoved(unit, order, record, lines), findMoved(moved))
  const hasNews = live.some((each) => isUntouched(each) && !isSameDelivery(each, wanted))
  const mustPlanAgain = hasNews || (lines.some(countUnplanned) && live.some(isUntouched))
  saveOrderFulfilment(unit, record, {
    ...record,
    lines,
    total: order.total,
    hasSeller: order.sellerId !== null,
    contentHash: hashContent(order),
    placeHash: hashPlace(order),
    isReplanning: record.isReplanning || mustPlanAgain,
    incidentId: trouble ? await blockSalesOrder(app.db, unit, record, trouble) : record.incidentId,
  })
  return 'more'
}

/** Takes the next step of a sales order towards being fulfilled as it is now. */
const takeStep = async (app: Using, unit: Unit, salesOrderId: Id): Promise<Step> => {
  const [found, record] = await Promise.all([
    findOrderOfChannel(app.db, unit.tenant, salesOrderId),
    findOrderFulfilment(app.db, unit.tenant, salesOrderId),
  ])
  if (!found) return 'done'
  const { order, channel } = found
  if (!record) {
    if (order.status !== 'accepted') return 'done'
    return await createPlan(app, unit, found, undefined, buildOrderFulfilment(order, channel.name))
  }
  const isChanged = hashContent(order) !== record.contentHash
  const isReopened = order.status === 'accepted' && record.isCancelled
  const isSettled = order.status === 'accepted' && !isChanged && !record.isReplanning && !isReopened
  if (isSettled && record.lines.every((line) => !countUnplanned(line) && !countExcess(line))) return 'done'
  const hasExcess = record.lines.some(countExcess)
  const orders = isSettled && !hasExcess ? [] : await listOrdersOfSalesOrder(app.db, unit.tenant, salesOrderId)
  const live = orders.filter(isLive)
  if (order.status !== 'accepted') return await cancelAll(app, unit, found, record, live)
  if (isReopened) return await reopen(app, unit, record, live)
  if (isChanged) return await followChange(app, unit, found, record, orders)
  if (record.isReplanning) return await replan(app, unit, record, live)
  if (hasExcess && (await cutExcess(app, unit, record, live))) return 'more'
  return await createPlan(app, unit, found, record, record)
}

/** Transactions for one order within one task; another task continues. */
const MAX_STEPS = 100

/** Brings the fulfilment of a sales order in line with it. Repeating it changes nothing. */
export const routeOrder = async (app: Using, tenant: Id, salesOrderId: Id, now: Date): Promise<void> => {
  for (let step = 1; step <= MAX_STEPS; step++) {
    const taken = await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      const result = await takeStep(app, unit, salesOrderId)
      if (result === 'more' && step === MAX_STEPS)
        unit.schedule('fulfilment.orders.route', { tenant, orderIds: [salesOrderId] })
      return result
    })
    if (taken === 'done') return
  }
}

/** Routes orders one after another, because orders of one import often want the same stock item, and would run again. */
export const routeOrders = async (
  app: Using,
  { tenant, orderIds }: { tenant: Id; orderIds: readonly Id[] },
  now: Date,
): Promise<void> => {
  for (const id of orderIds) await routeOrder(app, tenant, id, now)
}
