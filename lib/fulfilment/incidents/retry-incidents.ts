import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { isToSend, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { listOrdersOfSalesOrder } from '../orders/fulfilment-order-store.ts'
import { routeOrder } from '../routing/route-order.ts'
import type { StoredIncident } from './incident.ts'
import { incidents, listWaiting, scanOpenIncidents } from './incident-store.ts'

/** Orders that are planned again for one variant at a time: the oldest, since stock rarely serves more at once. */
const MAX_WAITING = 100
/** Orders of one task. */
const CHUNK = 25

const MAX_VARIANTS_AT_ONCE = 20

/** Plans orders again, oldest first, that wait for stock of these variants. */
export const retryIncidents = async (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  tenant: Id,
  variantIds: readonly Id[],
): Promise<void> => {
  const waiting = new Set<Id>()
  for (let from = 0; from < variantIds.length; from += MAX_VARIANTS_AT_ONCE) {
    const some = variantIds.slice(from, from + MAX_VARIANTS_AT_ONCE)
    const found = await Promise.all(some.map((id) => listWaiting(db, tenant, id, MAX_WAITING)))
    for (const id of found.flat()) waiting.add(id)
  }
  const orderIds = [...waiting].sort()
  if (!orderIds.length) return
  await runInUnit(db, { tenant, actor: null, now: clock() }, async (unit) => {
    const size = Math.max(CHUNK, Math.ceil(orderIds.length / MAX_TASKS))
    for (let from = 0; from < orderIds.length; from += size)
      unit.schedule('fulfilment.orders.route', { tenant, orderIds: orderIds.slice(from, from + size) })
  })
}

const MAX_TASKS = 50

/** Returns true if an order could not be sent, or its custodian could not be used, and it says why. */
const isHeldUp = (order: StoredFulfilmentOrder): boolean =>
  order.requestMessage !== null && (isToSend(order) || (order.isManual && order.status === 'open'))

/**
 * Lists the fulfilment orders that could not be sent or worked. An incident names the last one only, and another reason may
 * have replaced it since.
 */
const listUnsendable = async (db: Table, tenant: Id, { salesOrderId, fulfilmentOrderId }: StoredIncident) => {
  if (!salesOrderId) return fulfilmentOrderId ? [fulfilmentOrderId] : []
  const orders = await listOrdersOfSalesOrder(db, tenant, salesOrderId)
  return orders.flatMap((order) => (isHeldUp(order) ? [order.id] : []))
}

/** Tries again what an incident keeps from being fulfilled; the incident is resolved if that succeeds. */
export const retryIncident = async ({ db }: Pick<App, 'db'>, unit: Unit, id: string): Promise<StoredIncident> => {
  const incident = await unit.load(incidents, id)
  if (incident.status !== 'open')
    throw new Problem('OPERATION_NOT_ALLOWED', 'The incident is resolved. To retry it, it must be open.')
  const { tenant } = unit
  for (const fulfilmentOrderId of await listUnsendable(db, tenant, incident))
    unit.schedule('fulfilment.order.dispatch', { tenant, fulfilmentOrderId })
  if (incident.salesOrderId) unit.schedule('fulfilment.orders.route', { tenant, orderIds: [incident.salesOrderId] })
  unit.audit.add({ tenant }, { action: 'update', type: incidents.name, resource: incident.id, changes: [] })
  return incident
}

/** Tries all open incidents again, since a policy or a custodian changed; another task continues. */
export const retryOpenIncidents = async (
  app: Pick<App, 'db' | 'files'>,
  { tenant, after }: { tenant: Id; after: string | null },
  now: Date,
): Promise<void> => {
  const { items, cursors } = await scanOpenIncidents(app.db, tenant, after, CHUNK)
  for (const { salesOrderId } of items) if (salesOrderId) await routeOrder(app, tenant, salesOrderId, now)
  const unsendable = (await Promise.all(items.map((item) => listUnsendable(app.db, tenant, item)))).flat()
  for (let from = 0; from < unsendable.length; from += MAX_TASKS)
    await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      for (const fulfilmentOrderId of unsendable.slice(from, from + MAX_TASKS))
        unit.schedule('fulfilment.order.dispatch', { tenant, fulfilmentOrderId })
    })
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const last = cursors.at(-1)
    if (items.length === CHUNK && last) unit.schedule('fulfilment.incidents.retry', { tenant, after: last })
  })
}
