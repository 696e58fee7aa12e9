import {
  type CustodianConnector,
  CustodianError,
  type Dispatch,
  type RemoteFulfilment,
} from '../../custodians/custodian-connector.ts'
import { openCustodian } from '../../custodians/open-custodian.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
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
import { AFTER_LEASE_MS, runUnderDispatchLease } from './dispatch-lease.ts'

interface Task {
  tenant: Id
  fulfilmentOrderId: Id
}

type Orders = NonNullable<CustodianConnector['orders']>

/** Failures after which people are told; those that they have to repair are told at once. */
const MAX_QUIET_FAILURES = 3
const REPAIRABLE = new Set(['AUTH_FAILED', 'INSUFFICIENT_SCOPE', 'INVALID_CONFIG'])

const FIRST_RETRY_MS = 60_000
const MAX_RETRY_MS = 3_600_000

export const findRetryTime = (now: Date, failures: number, { retryAfterSeconds = 0 }: Partial<CustodianError> = {}) => {
  const backoff = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10))
  return new Date(now.getTime() + Math.max(backoff, retryAfterSeconds * 1000))
}

/** Stores the intent to send the order. Returns whether it was not sent before; undefined if it is not to be sent any more. */
const storeIntent = (app: App, { tenant, fulfilmentOrderId }: Task, warnings: readonly string[], now: Date) =>
  runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const order = await unit.load(fulfilmentOrders, fulfilmentOrderId)
    if (!isToSend(order)) return undefined
    if (order.request === 'sending') return { order, isFirst: false }
    const request = move(FULFILMENT_REQUEST_MOVES, 'request', order.request, 'send')
    return {
      order: await changeOrder(app, unit, order, {
        fields: { request, requestMessage: null, warnings: [...warnings] },
      }),
      isFirst: true,
    }
  })

/** Sends the order unless an earlier try, whose answer was lost, has brought it there. */
const send = async (
  orders: Orders,
  {
    connected,
    dispatch,
    remoteId,
    isFirst,
  }: { connected: Parameters<Orders['dispatch']>[0]; dispatch: Dispatch; remoteId: string | null; isFirst: boolean },
): Promise<RemoteFulfilment> => {
  const { reference, orderNumber } = dispatch
  const known = isFirst ? undefined : await orders.find(connected, reference, { remoteId, orderNumber })
  if (known) return known
  try {
    return await orders.dispatch(connected, dispatch)
  } catch (error) {
    if (error instanceof CustodianError && !error.isUnclear) throw new NotSent(error)
    throw error
  }
}

const describeTrouble = (order: StoredFulfilmentOrder, custodian: StoredCustodian, error: CustodianError): Trouble => ({
  ...(error instanceof UnfitAddress
    ? { reason: 'unfit_address', description: `The order cannot be sent to ${custodian.name}. ${error.message}` }
    : { reason: 'custodian_down', description: `${custodian.name} could not be reached: ${error.message}` }),
  fulfilmentOrderId: order.id,
  custodian,
})

/** The order is certainly not at the custodian. */
class NotSent extends Error {
  readonly reason: CustodianError
  constructor(reason: CustodianError) {
    super(reason.message)
    this.reason = reason
  }
}

const recordFailure = (
  app: App,
  { tenant, fulfilmentOrderId }: Task,
  custodian: StoredCustodian,
  error: CustodianError,
  isSent: boolean,
  now: Date,
) =>
  runInUnit(app.db, { tenant, actor: null, now }, async (unit: Unit) => {
    const order = await unit.load(fulfilmentOrders, fulfilmentOrderId)
    if (!isToSend(order) && order.request !== 'sending') return
    const failures = order.failures + 1
    const isWithdrawn = order.request === 'sending' && !isSent
    const isTold = failures >= MAX_QUIET_FAILURES || REPAIRABLE.has(error.code)
    await changeOrder(app, unit, order, {
      fields: {
        failures,
        requestMessage: error.message,
        ...(isWithdrawn && { request: move(FULFILMENT_REQUEST_MOVES, 'request', order.request, 'withdraw') }),
      },
      ...(isTold && {
        trouble: describeTrouble(order, custodian, error),
      }),
    })
    const retryAt = findRetryTime(now, failures, error)
    const freeAt = new Date(now.getTime() + AFTER_LEASE_MS)
    const isHeld = isSent && error.isUnclear && retryAt < freeAt
    unit.schedule('fulfilment.order.dispatch', { tenant, fulfilmentOrderId }, isHeld ? freeAt : retryAt)
  })

/** Ends the incident about an order that people work, once its custodian can be used again. */
const resumeManual = async (app: App, { tenant, fulfilmentOrderId }: Task, custodian: StoredCustodian, now: Date) => {
  if (explainUnusable(custodian) !== undefined) return
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const order = await unit.load(fulfilmentOrders, fulfilmentOrderId)
    if (isLive(order) && order.requestMessage !== null)
      await changeOrder(app, unit, order, {
        fields: { requestMessage: null },
        resolution: `${custodian.name} can be used again`,
      })
  })
}

/** Without a system, people work the order over the API. */
const makeManual = (app: App, { tenant, fulfilmentOrderId }: Task, now: Date) =>
  runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const order = await unit.load(fulfilmentOrders, fulfilmentOrderId)
    if (order.request === 'unsent' && !order.isManual)
      await changeOrder(app, unit, order, { fields: { isManual: true, requestMessage: null } })
  })

const tryAgainLater = (
  app: App,
  task: 'fulfilment.order.dispatch' | 'fulfilment.order.cancel',
  data: Task,
  now: Date,
) =>
  runInUnit(app.db, { tenant: data.tenant, actor: null, now }, async (unit) =>
    unit.schedule(task, data, new Date(now.getTime() + AFTER_LEASE_MS)),
  )

/**
 * Sends a fulfilment order to its custodian, once from outside whatever dies in between: the intent is stored before the
 * call, and after an unclear answer the custodian is asked for the order before it is sent again.
 */
export const dispatchOrder = async (app: App, task: Task, now: Date): Promise<void> => {
  const { tenant, fulfilmentOrderId } = task
  const order = await findFulfilmentOrder(app.db, tenant, fulfilmentOrderId)
  if (!order || !(order.isManual || isToSend(order))) return
  const [custodian] = await findCustodians(app.db, tenant, [order.custodianId])
  if (custodian && order.isManual) return await resumeManual(app, task, custodian, now)
  if (custodian?.status !== 'active') return await leaveCustodian(app, task, custodian, now)
  const sendOnce = async (): Promise<'unclear' | undefined> => {
    let isSent = order.request === 'sending'
    try {
      const opened = await openCustodian(app, tenant, custodian)
      const { connector, system: connected } = opened
      if (!connector.orders) {
        await makeManual(app, task, now)
        return undefined
      }
      const { warnings } = fitToCustodian(order, connector.orders)
      const intent = await storeIntent(app, task, warnings, now)
      if (!intent) return undefined
      isSent = true
      const dispatch = await buildDispatch(app, tenant, intent.order, connector.orders)
      const remote = await send(connector.orders, {
        connected,
        dispatch,
        remoteId: intent.order.remoteId,
        isFirst: intent.isFirst,
      })
      const toldAt = await findFirstWebhookTime(custodian, opened, dispatch.reference)
      await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
        const current = await unit.load(fulfilmentOrders, fulfilmentOrderId)
        startPolling(unit, current, custodian.type, remote, toldAt)
        await applyRemoteFulfilment(app, unit, current, remote, { asOf: now })
      })
      return undefined
    } catch (error) {
      const isNotSent = error instanceof NotSent
      const failure = isNotSent ? error.reason : error
      if (!(failure instanceof CustodianError)) throw error
      await recordFailure(app, task, custodian, failure, isSent && !isNotSent, now)
      return isSent && failure.isUnclear ? 'unclear' : undefined
    }
  }
  if (!(await runUnderDispatchLease(app, tenant, fulfilmentOrderId, sendOnce)))
    await tryAgainLater(app, 'fulfilment.order.dispatch', task, now)
}
