import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { OrderOfChannel } from '../../sales/orders/find-orders.ts'
import { ABOUT_PARCELS, UNEXPECTED_NEWS } from '../incidents/incident.ts'
import { findIncident } from '../incidents/incident-store.ts'
import type { Trouble } from '../incidents/raise-incident.ts'
import { resolveIncident } from '../incidents/raise-incident.ts'
import { countUnplanned, followSteps, type StoredOrderFulfilment } from '../order-fulfilments/order-fulfilment.ts'
import { type buildOrderFulfilment, saveOrderFulfilment } from '../order-fulfilments/order-fulfilment-store.ts'
import { addOrder } from '../orders/add-order.ts'
import { describeDelivery } from '../orders/describe-delivery.ts'
import { blockSalesOrder } from '../orders/follow-orders.ts'
import { isToSend, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { findFulfilmentOrder, listOrdersOfSalesOrder } from '../orders/fulfilment-order-store.ts'
import { MAX_STOCK_ITEMS } from '../orders/settle-stock.ts'
import { findPolicyOfChannel } from '../policies/find-policy-of-channel.ts'
import { describeBlocked } from './decide-route.ts'
import { type Plan, planRoute } from './plan-route.ts'

type Next = ReturnType<typeof buildOrderFulfilment>

/** The stock that the plan relies on went meanwhile. */
class StockGone extends Error {}

const block = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  record: StoredOrderFulfilment | undefined,
  next: Next,
  trouble: Trouble,
): Promise<'done'> => {
  const incidentId = await blockSalesOrder(db, unit, next, trouble)
  const isKnown = record?.incidentId === incidentId && record.status === 'blocked'
  if (!isKnown) saveOrderFulfilment(unit, record, { ...next, incidentId })
  return 'done'
}

/** Returns true if pieces that nobody fulfils now were in a fulfilment order before. */
const cameBack = async (db: App['db'], unit: Unit, { id, lines }: StoredOrderFulfilment): Promise<boolean> => {
  const orders = await listOrdersOfSalesOrder(db, unit.tenant, id)
  const asked = orders.flatMap((order) => order.lines)
  return lines.some((line) => {
    const cancelled = asked.reduce((sum, each) => sum + (each.orderLine === line.orderLine ? each.cancelled : 0), 0)
    return countUnplanned(line) > 0 && cancelled > line.cancelled
  })
}

const NO_POLICY = 'No fulfilment policy applies to the order, so that a person decides who fulfils it'

const addOrders = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  { order }: OrderOfChannel,
  { route, lines, custodians }: Plan,
  most: number,
): Promise<StoredFulfilmentOrder[]> => {
  const added: StoredFulfilmentOrder[] = []
  const names = new Map(lines.map(({ orderLine, name }) => [orderLine, name]))
  for (const part of route.parts) {
    const custodian = custodians.get(part.custodianId)
    if (!custodian) throw new Error('a route to an unknown custodian')
    const result = await addOrder(
      db,
      unit,
      {
        salesOrderId: order.id,
        orderNumber: order.number,
        channelId: order.channelId,
        isTest: order.isTest,
        custodian,
        serviceLevel: route.rule?.serviceLevel ?? null,
        ...describeDelivery(order),
        currency: order.currency,
        lines: part.lines.map((line) => ({ ...line, name: names.get(line.orderLine) ?? null })),
      },
      most,
    )
    if ('shortages' in result) throw new StockGone()
    added.push(result)
  }
  return added
}

/**
 * Plans what nobody fulfils yet of a sales order: creates its fulfilment orders with their reservations, or raises an
 * incident. `next` is the record to save, `record` the one that is stored.
 */
export const createPlan = async (
  app: Pick<App, 'db' | 'files'>,
  unit: Unit,
  found: OrderOfChannel,
  record: StoredOrderFulfilment | undefined,
  next: Next,
): Promise<'done' | 'more'> => {
  if (!next.lines.some(countUnplanned)) {
    // Nothing is to be planned of an order that others send, but how far it is shall be seen.
    if (!record && next.lines.length) saveOrderFulfilment(unit, undefined, next)
    return 'done'
  }
  const policy = await findPolicyOfChannel(app.db, unit.tenant, found.channel)
  if (!policy) {
    // People decide who fulfils an order. They would not look again at pieces that they know to be planned.
    if (!record || !(await cameBack(app.db, unit, record))) return 'done'
    return await block(app, unit, record, next, { reason: 'no_rule', description: NO_POLICY })
  }
  const plan = await planRoute(app, unit.tenant, found, policy.rules, next)
  if ('unknown' in plan) return await block(app, unit, record, next, plan.unknown)
  const { route } = plan
  if (!plan.lines.length) return 'done'
  if (route.incident) {
    const reason = route.incident === 'no_coverage' && next.excluded.length ? 'refused' : route.incident
    const trouble = { reason, description: describeBlocked(route), variantIds: route.shortVariantIds }
    return await block(app, unit, record, next, trouble)
  }
  const attempt = async (most: number) => save(app, unit, record, next, await addOrders(app, unit, found, plan, most))
  try {
    // Without room for any stock, tasks reserve it all.
    for (const most of [MAX_STOCK_ITEMS, Math.floor(MAX_STOCK_ITEMS / 2), 1, 0])
      if (await unit.attempt(() => attempt(most))) return 'done'
    throw new Error('a plan that does not fit a transaction')
  } catch (error) {
    // Planning again sees the stock that is left.
    if (error instanceof StockGone) return 'more'
    throw error
  }
}

/**
 * Resolves the incident of an order that was planned, unless it is about news, parcels or a fulfilment order that still cannot
 * be sent.
 */
const closeIncidentOfPlan = async (db: App['db'], unit: Unit, incidentId: Id): Promise<boolean> => {
  const incident = await findIncident(db, unit.tenant, incidentId)
  const about = incident?.fulfilmentOrderId
  const order = about ? await findFulfilmentOrder(db, unit.tenant, about) : undefined
  if (!incident || incident.reason === UNEXPECTED_NEWS || (order && isToSend(order))) return false
  if (ABOUT_PARCELS.includes(incident.reason)) return false
  resolveIncident(unit, incident, 'The order was planned')
  return true
}

const save = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  record: StoredOrderFulfilment | undefined,
  next: Next,
  added: readonly StoredFulfilmentOrder[],
): Promise<void> => {
  const steps = added.map((after) => ({ before: undefined, after }))
  const toDispatch: Id[] = added.filter(({ isManual }) => !isManual).map(({ id }) => id)
  const isOver = next.incidentId !== null && (await closeIncidentOfPlan(db, unit, next.incidentId))
  saveOrderFulfilment(unit, record, {
    ...next,
    lines: followSteps(next.lines, steps, { givesBack: false, isCancelled: false }),
    reserving: next.reserving + added.filter(({ isReserving }) => isReserving).length,
    toDispatch: [...next.toDispatch, ...toDispatch],
    incidentId: isOver ? null : next.incidentId,
  })
}
