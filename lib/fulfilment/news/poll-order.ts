import { CustodianError, type RemoteFulfilment } from '../../custodians/custodian-connector.ts'
import type { OpenedCustodian } from '../../custodians/open-custodian.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { reschedule } from '../../platform/store/table/due.ts'
import type { Item } from '../../platform/store/table/table.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { isLive } from '../orders/fulfilment-order.ts'
import { findFulfilmentOrder } from '../orders/fulfilment-order-store.ts'
import { applyRemoteFulfilment } from '../remote/apply-remote-fulfilment.ts'
import {
  computeNextPoll,
  computePollAfterFailure,
  digestRemote,
  isFailureOfOrder,
  isSettled,
  isTooOld,
} from './compute-next-poll.ts'
import {
  buildPolledChange,
  buildPolledDelete,
  findPolledOrder,
  type PolledOrder,
  parsePolledKey,
} from './polled-order-store.ts'
import { sendSimulatedWebhooks } from './send-simulated-webhooks.ts'
import { tellSilence } from './tell-silence.ts'

/** Time after which another worker polls an order whose worker died. */
export const POLL_CLAIM_MS = 120_000

const stopPolling = async ({ db }: Pick<App, 'db'>, item: Item) => {
  await db.transact([buildPolledDelete(item)])
}

/** Applies what the custodian knows and plans the next poll in one transaction. */
const applyPolled = (
  app: App,
  tenant: Id,
  item: Item,
  { polled, remote, next, asOf }: { polled: PolledOrder; remote: RemoteFulfilment; next: Date; asOf: Date },
) =>
  runInUnit(app.db, { tenant, actor: null, now: app.clock() }, async (unit) => {
    const order = await findFulfilmentOrder(app.db, tenant, parsePolledKey(item).orderId)
    if (order) await applyRemoteFulfilment(app, unit, order, remote, { asOf })
    const seen = digestRemote(remote)
    // If polling began anew meanwhile, the next poll is planned already.
    if (unit.isRerun && (await findPolledOrder(app.db, item))?.since !== polled.since) return
    if (!order || isSettled(remote, asOf, polled.seen)) unit.add(buildPolledDelete(item))
    else
      unit.add(
        buildPolledChange(item, polled, {
          seen,
          failures: 0,
          toldUntil: asOf.toISOString(),
          dueSk: next.toISOString(),
        }),
      )
  })

const readPolled = async (
  app: App,
  custodian: StoredCustodian,
  opened: OpenedCustodian,
  item: Item,
  polled: PolledOrder,
) => {
  const { tenant } = opened.system
  const { orderId } = parsePolledKey(item)
  const order = await findFulfilmentOrder(app.db, tenant, orderId)
  const now = app.clock()
  if (!order || order.custodianId !== custodian.id || isTooOld(polled.since, now)) return await stopPolling(app, item)
  const nextAt = await sendSimulatedWebhooks(app, custodian, opened, order.reference, polled.toldUntil)
  const remote = await opened.connector.orders?.find(opened.system, order.reference, order)
  if (!remote && !isLive(order)) return await stopPolling(app, item)
  if (!remote || digestRemote(remote) === polled.seen) await tellSilence(app, tenant, order, item, polled)
  const planned = computeNextPoll(custodian.type, remote, now)
  const next = nextAt !== null && nextAt < planned.toISOString() ? new Date(nextAt) : planned
  const toldUntil = now.toISOString()
  if (!remote || (digestRemote(remote) === polled.seen && !isSettled(remote, now, polled.seen))) {
    await app.db.update(buildPolledChange(item, polled, { failures: 0, toldUntil, dueSk: next.toISOString() }))
    return
  }
  await applyPolled(app, tenant, item, { polled, remote, next, asOf: now })
}

/**
 * Reads an order at its custodian and applies what is new. If the custodian's system cannot be used, returns the error and
 * the order, which waits with the custodian's other orders.
 */
export const pollOrder = async (
  app: App,
  custodian: StoredCustodian,
  opened: OpenedCustodian,
  due: Item,
): Promise<{ error: CustodianError; item: Item } | undefined> => {
  const item = await reschedule(app.db, due, new Date(app.clock().getTime() + POLL_CLAIM_MS))
  const polled = item && (await findPolledOrder(app.db, item))
  if (!item || !polled) return undefined
  try {
    await readPolled(app, custodian, opened, item, polled)
    return undefined
  } catch (error) {
    if (!(error instanceof CustodianError)) throw error
    if (!isFailureOfOrder(error.code)) return { error, item }
    const failures = polled.failures + 1
    const dueSk = computePollAfterFailure(failures + 1, app.clock(), error.retryAfterSeconds).toISOString()
    await app.db.update(buildPolledChange(item, polled, { failures, dueSk }))
    return undefined
  }
}
