import type { CustodianType } from '../../../schemas/warehousing/custodian.ts'
import { type CustodianConnector, CustodianError, type RemoteFulfilment } from '../../custodians/custodian-connector.ts'
import { openCustodian } from '../../custodians/open-custodian.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { findCustodians } from '../../warehousing/require-custodian.ts'
import { UNEXPECTED_NEWS } from '../incidents/incident.ts'
import { startPolling } from '../news/start-polling.ts'
import { cancelOpenPieces } from '../orders/cancel-order.ts'
import { changeOrder } from '../orders/change-order.ts'
import { countCancelled, FULFILMENT_REQUEST_MOVES, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { findFulfilmentOrder, fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { applyRemoteFulfilment, explainLate } from '../remote/apply-remote-fulfilment.ts'
import { AFTER_LEASE_MS, runUnderDispatchLease } from './dispatch-lease.ts'
import { findRetryTime } from './dispatch-order.ts'

interface Task {
  tenant: Id
  fulfilmentOrderId: Id
}

type Outcome =
  /** The order never arrived, or the custodian cancels it without saying what of it. */
  | { kind: 'gone' }
  | { kind: 'known'; remote: RemoteFulfilment; isAccepted: boolean }
  | { kind: 'refused'; reason: string }
  | { kind: 'pending' }

const FINAL = new Set(['closed', 'cancelled', 'refused'])

/** Asks the custodian to cancel, then for what became of the order: some pieces may have left meanwhile. */
const ask = async (
  orders: NonNullable<CustodianConnector['orders']>,
  system: Parameters<typeof orders.find>[0],
  { enabledCapabilities }: StoredCustodian,
  { reference, remoteId, orderNumber }: StoredFulfilmentOrder,
): Promise<Outcome> => {
  const known = remoteId ?? (await orders.find(system, reference, { remoteId, orderNumber }))?.remoteId
  if (known === undefined) return { kind: 'gone' }
  if (!orders.cancel) return { kind: 'refused', reason: "The custodian's system cannot cancel orders" }
  if (!enabledCapabilities.includes('cancel_order'))
    return { kind: 'refused', reason: 'The custodian does not have the capability cancel_order enabled' }
  const answer = await orders.cancel(system, { reference, remoteId: known })
  if (answer.answer === 'refused') return { kind: 'refused', reason: answer.reason }
  const remote = await orders.find(system, reference, { remoteId: known, orderNumber })
  if (answer.answer === 'pending') return remote ? { kind: 'known', remote, isAccepted: false } : { kind: 'pending' }
  if (!remote) return { kind: 'gone' }
  const isPartial = remote.cancelled.length > 0 && !FINAL.has(remote.state ?? '')
  return {
    kind: 'known',
    isAccepted: true,
    remote: isPartial || FINAL.has(remote.state ?? '') ? remote : { ...remote, state: 'cancelled' },
  }
}

/** Tells people that a custodian sent the pieces before it agreed to cancel them. */
const reportSent = async (app: App, unit: Unit, order: StoredFulfilmentOrder): Promise<void> => {
  const sent = order.lines.flatMap(({ sku, handedOver }) => (handedOver ? [{ sku, quantity: handedOver }] : []))
  if (order.status !== 'closed' || !sent.length || countCancelled(order)) return
  const custodian = { id: order.custodianId, name: order.custodianName }
  const description = explainLate(order, sent)
  const trouble = { reason: UNEXPECTED_NEWS, description, fulfilmentOrderId: order.id, custodian }
  await changeOrder(app, unit, order, { fields: {}, trouble })
}

const record = (
  app: App,
  { tenant, fulfilmentOrderId }: Task,
  custodianType: CustodianType,
  outcome: Outcome,
  now: Date,
) =>
  runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const order = await unit.load(fulfilmentOrders, fulfilmentOrderId)
    const isAccepted = outcome.kind === 'gone' || (outcome.kind === 'known' && outcome.isAccepted)
    if (isAccepted && order.request === 'cancel_refused') return await reportSent(app, unit, order)
    if (order.request !== 'cancel_requested' || !order.cancelling) return
    if (outcome.kind === 'known') startPolling(unit, order, custodianType, outcome.remote)
    if (outcome.kind === 'refused' || outcome.kind === 'pending') startPolling(unit, order, custodianType)
    if (outcome.kind === 'known')
      await applyRemoteFulfilment(app, unit, order, outcome.remote, { asOf: now, isCancelAccepted: isAccepted })
    if (outcome.kind === 'refused') {
      const request = move(FULFILMENT_REQUEST_MOVES, 'request', order.request, 'refuse_cancel')
      const fields = { request, cancelling: null, requestMessage: outcome.reason }
      await changeOrder(app, unit, order, { fields })
    }
    if (outcome.kind === 'gone') {
      const request = move(FULFILMENT_REQUEST_MOVES, 'request', order.request, 'accept_cancel')
      await cancelOpenPieces(app, unit, order, order.cancelling, {
        fields: { request },
        reroutes: order.cancelling.reroute,
      })
    }
  })

const tryAgain = (app: App, { tenant, fulfilmentOrderId }: Task, at: Date, now: Date, message?: string) =>
  runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const order = await unit.load(fulfilmentOrders, fulfilmentOrderId)
    if (order.request !== 'cancel_requested') return
    if (message !== undefined)
      await changeOrder(app, unit, order, { fields: { failures: order.failures + 1, requestMessage: message } })
    unit.schedule('fulfilment.order.cancel', { tenant, fulfilmentOrderId }, at)
  })

/** Asks the custodian to cancel an order. Asking twice does no harm, so an unclear answer is asked for again. */
export const cancelAtCustodian = async (app: App, task: Task, now: Date): Promise<void> => {
  const { tenant, fulfilmentOrderId } = task
  const order = await findFulfilmentOrder(app.db, tenant, fulfilmentOrderId)
  if (order?.request !== 'cancel_requested') return
  const [custodian] = await findCustodians(app.db, tenant, [order.custodianId])
  if (!custodian) return
  const askOnce = async (): Promise<undefined> => {
    try {
      const { connector, system } = await openCustodian(app, tenant, custodian)
      const current = (await findFulfilmentOrder(app.db, tenant, fulfilmentOrderId)) ?? order
      if (current.request !== 'cancel_requested') return undefined
      const outcome: Outcome = connector.orders
        ? await ask(connector.orders, system, custodian, current)
        : { kind: 'refused', reason: 'The custodian has no system that could cancel the order' }
      await record(app, task, custodian.type, outcome, now)
    } catch (error) {
      if (!(error instanceof CustodianError)) throw error
      await tryAgain(app, task, findRetryTime(now, order.failures + 1, error), now, error.message)
    }
    return undefined
  }
  if (!(await runUnderDispatchLease(app, tenant, fulfilmentOrderId, askOnce)))
    await tryAgain(app, task, new Date(now.getTime() + AFTER_LEASE_MS), now)
}
