import { type CustodianConnector, CustodianError, type RemoteFulfilment } from '../../custodians/custodian-connector.ts'
import { openCustodian } from '../../custodians/open-custodian.ts'
import type { App } from '../../platform/app/app.ts'
import { type Caller, type Effect, NOTHING_DUE, runEffect } from '../../platform/effects/run-effect.ts'
import { addUnderLease } from '../../platform/effects/under-lease.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { findCustodians } from '../../warehousing/require-custodian.ts'
import { UNEXPECTED_NEWS } from '../incidents/incident.ts'
import { startPolling } from '../news/start-polling.ts'
import { cancelOpenPieces } from '../orders/cancel-order.ts'
import { changeOrder } from '../orders/change-order.ts'
import { countCancelled, FULFILMENT_REQUEST_MOVES, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { findFulfilmentOrder, fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { applyRemoteFulfilment, explainLate } from '../remote/apply-remote-fulfilment.ts'
import { computeCallAfterFailure, custodianCallLease, type OrderAtCustodian } from './custodian-call.ts'

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

type CancelCaller = Caller<OrderAtCustodian, object>

const record = async (unit: Unit, { app, subject, now }: CancelCaller, outcome: Outcome): Promise<void> => {
  const order = await unit.load(fulfilmentOrders, subject.order.id)
  const { type } = subject.custodian
  const isAccepted = outcome.kind === 'gone' || (outcome.kind === 'known' && outcome.isAccepted)
  if (isAccepted && order.request === 'cancel_refused') return await reportSent(app, unit, order)
  if (order.request !== 'cancel_requested' || !order.cancelling) return
  if (outcome.kind === 'known') startPolling(unit, order, type, outcome.remote)
  if (outcome.kind === 'refused' || outcome.kind === 'pending') startPolling(unit, order, type)
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
}

const recordFailure = async (unit: Unit, { app, subject }: CancelCaller, error: CustodianError): Promise<void> => {
  const { id: fulfilmentOrderId } = subject.order
  const order = await unit.load(fulfilmentOrders, fulfilmentOrderId)
  if (order.request !== 'cancel_requested') return
  const failures = order.failures + 1
  await changeOrder(app, unit, order, { fields: { failures, requestMessage: error.message } })
  const retryAt = computeCallAfterFailure(unit.now, failures, error)
  unit.schedule('fulfilment.order.cancel', { tenant: subject.tenant, fulfilmentOrderId }, retryAt)
}

const NO_SYSTEM = { kind: 'refused', reason: 'The custodian has no system that could cancel the order' } as const

/** Asking twice does no harm, so an unclear answer is asked for again. */
const cancelling: Effect<OrderAtCustodian, object, Outcome, CustodianError> = {
  lease: custodianCallLease,
  async prepare({ app, tenant, subject: { order, custodian } }) {
    const { connector, system } = await openCustodian(app, tenant, custodian)
    const current = (await findFulfilmentOrder(app.db, tenant, order.id)) ?? order
    if (current.request !== 'cancel_requested') return NOTHING_DUE
    const { orders } = connector
    return { intent: undefined, make: async () => (orders ? await ask(orders, system, custodian, current) : NO_SYSTEM) }
  },
  isFailure: (error) => error instanceof CustodianError,
  async settle(unit, caller, outcome) {
    if ('answer' in outcome) await record(unit, caller, outcome.answer)
    else await recordFailure(unit, caller, outcome.error)
    addUnderLease(unit, custodianCallLease.release(caller.subject, caller.by))
    return undefined
  },
}

/** Asks the custodian to cancel an order. */
export const cancelAtCustodian = async (app: App, task: Task, now: Date): Promise<void> => {
  const { tenant, fulfilmentOrderId } = task
  const order = await findFulfilmentOrder(app.db, tenant, fulfilmentOrderId)
  if (order?.request !== 'cancel_requested') return
  const [custodian] = await findCustodians(app.db, tenant, [order.custodianId])
  if (custodian) await runEffect(app, cancelling, { tenant, order, custodian }, now)
}
