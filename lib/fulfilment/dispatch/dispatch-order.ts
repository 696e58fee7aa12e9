import { CustodianError, type RemoteFulfilment } from '../../custodians/custodian-connector.ts'
import { type OpenedCustodian, openCustodian } from '../../custodians/open-custodian.ts'
import type { App } from '../../platform/app/app.ts'
import { type Caller, type Effect, NOTHING_DUE, runEffect } from '../../platform/effects/run-effect.ts'
import { addUnderLease, write } from '../../platform/effects/under-lease.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { findCustodians } from '../../warehousing/require-custodian.ts'
import { leaveCustodian } from '../custodians/leave-custodian.ts'
import type { Trouble } from '../incidents/raise-incident.ts'
import { findFirstWebhookTime } from '../news/send-simulated-webhooks.ts'
import { startPolling } from '../news/start-polling.ts'
import { changeOrder } from '../orders/change-order.ts'
import { FULFILMENT_REQUEST_MOVES, isLive, isToSend, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { findFulfilmentOrder, fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { explainUnusable } from '../policies/explain-unusable.ts'
import { applyRemoteFulfilment } from '../remote/apply-remote-fulfilment.ts'
import { buildDispatch, fitToCustodian, UnfitAddress } from './build-dispatch.ts'
import { computeCallAfterFailure, custodianCallLease, type OrderAtCustodian } from './custodian-call.ts'

interface Task {
  tenant: Id
  fulfilmentOrderId: Id
}

type DispatchCaller = Caller<OrderAtCustodian, object>

/** The custodian that is called, and the reference of the order there, by which its news are followed. */
interface Intent {
  opened: OpenedCustodian
  reference: string
}

/** Failures after which people are told; those that they have to repair are told at once. */
const MAX_QUIET_FAILURES = 3
const REPAIRABLE = new Set(['AUTH_FAILED', 'INSUFFICIENT_SCOPE', 'INVALID_CONFIG'])

/** Stores the intent to send the order. Returns whether it was not sent before; undefined if it is not to be sent any more. */
const storeIntent = (caller: DispatchCaller, warnings: readonly string[]) =>
  write(caller, async (unit) => {
    const order = await unit.load(fulfilmentOrders, caller.subject.order.id)
    if (!isToSend(order)) return undefined
    if (order.request === 'sending') return { order, isFirst: false }
    const request = move(FULFILMENT_REQUEST_MOVES, 'request', order.request, 'send')
    const fields = { request, requestMessage: null, warnings: [...warnings] }
    return { order: await changeOrder(caller.app, unit, order, { fields }), isFirst: true }
  })

const describeTrouble = (order: StoredFulfilmentOrder, custodian: StoredCustodian, error: CustodianError): Trouble => ({
  ...(error instanceof UnfitAddress
    ? { reason: 'unfit_address', description: `The order cannot be sent to ${custodian.name}. ${error.message}` }
    : { reason: 'custodian_down', description: `${custodian.name} could not be reached: ${error.message}` }),
  fulfilmentOrderId: order.id,
  custodian,
})

/** Stores a failure. Returns the time of the next try; undefined if the order is not to be sent any more. */
const recordFailure = async (
  unit: Unit,
  { app, subject }: DispatchCaller,
  error: CustodianError,
  isCertainlyNotThere: boolean,
): Promise<Date | undefined> => {
  const order = await unit.load(fulfilmentOrders, subject.order.id)
  if (!isToSend(order) && order.request !== 'sending') return undefined
  const failures = order.failures + 1
  const isWithdrawn = order.request === 'sending' && isCertainlyNotThere
  const isTold = failures >= MAX_QUIET_FAILURES || REPAIRABLE.has(error.code)
  await changeOrder(app, unit, order, {
    fields: {
      failures,
      requestMessage: error.message,
      ...(isWithdrawn && { request: move(FULFILMENT_REQUEST_MOVES, 'request', order.request, 'withdraw') }),
    },
    ...(isTold && { trouble: describeTrouble(order, subject.custodian, error) }),
  })
  return computeCallAfterFailure(unit.now, failures, error)
}

/** Without a system, people work the order over the API. */
const makeManual = async (unit: Unit, { app, by, subject }: DispatchCaller): Promise<void> => {
  const order = await unit.load(fulfilmentOrders, subject.order.id)
  if (order.request === 'unsent' && !order.isManual)
    await changeOrder(app, unit, order, { fields: { isManual: true, requestMessage: null } })
  addUnderLease(unit, custodianCallLease.release(subject, by))
}

const dispatching: Effect<OrderAtCustodian, object, RemoteFulfilment, CustodianError, Intent> = {
  lease: custodianCallLease,
  async prepare(caller) {
    const { app, tenant, subject } = caller
    const opened = await openCustodian(app, tenant, subject.custodian)
    const { orders } = opened.connector
    if (!orders) return { store: (unit) => makeManual(unit, caller) }
    const { warnings } = fitToCustodian(subject.order, orders)
    const intent = await storeIntent(caller, warnings)
    if (!intent) return NOTHING_DUE
    const dispatch = await buildDispatch(app, tenant, intent.order, orders)
    const { reference, orderNumber } = dispatch
    const { remoteId } = intent.order
    return {
      intent: { opened, reference },
      ...(!intent.isFirst && { find: () => orders.find(opened.system, reference, { remoteId, orderNumber }) }),
      make: () => orders.dispatch(opened.system, dispatch),
    }
  },
  isFailure: (error) => error instanceof CustodianError,
  async settle(unit, caller, outcome) {
    const { app, tenant, by, now, subject } = caller
    const { order, custodian } = subject
    const release = custodianCallLease.release(subject, by)
    if ('answer' in outcome) {
      const { answer: remote, intent } = outcome
      const current = await unit.load(fulfilmentOrders, order.id)
      startPolling(
        unit,
        current,
        custodian.type,
        remote,
        await findFirstWebhookTime(custodian, intent.opened, intent.reference),
      )
      await applyRemoteFulfilment(app, unit, current, remote, { asOf: now })
      addUnderLease(unit, release)
      return undefined
    }
    const { error, at } = outcome
    const retryAt = await recordFailure(unit, caller, error, at === 'make' && !error.isUnclear)
    // A request without an answer may still be under way, so nobody asks for the order before the lease ends by itself.
    const isOpen = error.isUnclear && (at !== 'prepare' || order.request === 'sending')
    const freeAt = new Date(unit.now.getTime() + custodianCallLease.busyMs)
    if (!isOpen) addUnderLease(unit, release)
    if (retryAt)
      unit.schedule(
        'fulfilment.order.dispatch',
        { tenant, fulfilmentOrderId: order.id },
        isOpen && retryAt < freeAt ? freeAt : retryAt,
      )
    return undefined
  },
}

/** Ends the incident about an order that people work, once its custodian can be used again. */
const resumeManual = async (app: App, { tenant, fulfilmentOrderId }: Task, custodian: StoredCustodian) => {
  if (explainUnusable(custodian) !== undefined) return
  await write({ app, tenant }, async (unit) => {
    const order = await unit.load(fulfilmentOrders, fulfilmentOrderId)
    if (isLive(order) && order.requestMessage !== null)
      await changeOrder(app, unit, order, {
        fields: { requestMessage: null },
        resolution: `${custodian.name} can be used again`,
      })
  })
}

/** Sends a fulfilment order to its custodian. After an unclear answer the custodian is asked for it first. */
export const dispatchOrder = async (app: App, task: Task, now: Date): Promise<void> => {
  const { tenant, fulfilmentOrderId } = task
  const order = await findFulfilmentOrder(app.db, tenant, fulfilmentOrderId)
  if (!order || !(order.isManual || isToSend(order))) return
  const [custodian] = await findCustodians(app.db, tenant, [order.custodianId])
  if (custodian && order.isManual) return await resumeManual(app, task, custodian)
  if (custodian?.status !== 'active') return await leaveCustodian(app, task, custodian, now)
  await runEffect(app, dispatching, { tenant, order, custodian }, now)
}
