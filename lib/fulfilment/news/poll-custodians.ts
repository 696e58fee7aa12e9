import { randomUUID } from 'node:crypto'
import type { CustodianError } from '../../custodians/custodian-connector.ts'
import { openCustodian } from '../../custodians/open-custodian.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { listDue, reschedule } from '../../platform/store/table/due.ts'
import { claim, LEASE, release } from '../../platform/store/table/lease.ts'
import type { Item } from '../../platform/store/table/table.ts'
import { readCustodian } from '../../warehousing/require-custodian.ts'
import { computePollAfterFailure } from './compute-next-poll.ts'
import { POLL_CLAIM_MS, pollOrder } from './poll-order.ts'
import { type CustodianPoll, custodianPollKey, POLLED_ORDER, parsePolledKey } from './polled-order-store.ts'

const MAX_ORDERS_PER_PARTITION = 100
const CUSTODIANS_AT_ONCE = 4
const LEASE_MS = 120_000
/** Orders of a custodian without a system, or of a closed tenant, wait so long, since it may be connected again. */
const UNCONNECTED_MS = 3_600_000

const postponeAll = async ({ db }: Pick<App, 'db'>, items: readonly Item[], until: Date) => {
  for (const item of items) await reschedule(db, item, until)
}

interface Round {
  log: Log
  hasTime: () => boolean
}

/** Polls the orders one after another; returns the error after which the rest has to wait. */
const pollAll = async (
  app: App,
  tenant: Id,
  custodianId: Id,
  items: readonly Item[],
  { hasTime }: Round,
): Promise<{ error?: CustodianError; rest: readonly Item[] }> => {
  const [custodian, closed] = await Promise.all([
    readCustodian(app.db, tenant, custodianId),
    findTenant(app.db, tenant).then((found) => found?.closedAt !== undefined),
  ])
  const opened = custodian && !closed ? await openCustodian(app, tenant, custodian) : undefined
  if (!custodian || !opened?.connector.orders) {
    await postponeAll(app, items, new Date(app.clock().getTime() + UNCONNECTED_MS))
    return { rest: [] }
  }
  const until = app.clock().getTime() + LEASE_MS / 2
  for (const [i, item] of items.entries()) {
    if (!hasTime() || app.clock().getTime() > until) return { rest: [] }
    const failed = await pollOrder(app, custodian, opened, item)
    if (failed) return { error: failed.error, rest: [failed.item, ...items.slice(i + 1)] }
  }
  return { rest: [] }
}

/** Polls the due orders of one custodian, unless another worker does or its system cannot be used for now. */
const pollCustodian = async (app: App, items: readonly Item[], round: Round): Promise<void> => {
  const [first] = items
  if (!first) return
  const { tenant, custodianId } = parsePolledKey(first)
  const key = custodianPollKey(tenant, custodianId)
  const by = randomUUID()
  const now = app.clock()
  const lease = { by, now, until: new Date(now.getTime() + LEASE_MS) }
  const held = await claim<CustodianPoll>(app.db, LEASE, key, lease, {
    set: '#kind = :kind',
    values: { ':kind': 'custodian-poll' },
  })
  if (!held) return
  const { failures = 0, blockedUntil = '' } = held
  if (blockedUntil > now.toISOString()) {
    await postponeAll(app, items, new Date(blockedUntil))
    await app.db.update(release(LEASE, key, by))
    return
  }
  const { error, rest } = await pollAll(app, tenant, custodianId, items, round)
  const freed = release(LEASE, key, by)
  if (!error) {
    await app.db.update(failures ? { ...freed, set: `${freed.set}, #failures, #blockedUntil` } : freed)
    return
  }
  const retryAt = computePollAfterFailure(failures + 1, app.clock(), error.retryAfterSeconds)
  round.log.warn('fulfilment.poll.failed', { tenant, custodianId, code: error.code, retryAt: retryAt.toISOString() })
  await app.db.update({
    ...freed,
    set: `SET #failures = :failures, #blockedUntil = :retryAt ${freed.set}`,
    values: { ...freed.values, ':failures': failures + 1, ':retryAt': retryAt.toISOString() },
  })
  await postponeAll(app, rest, retryAt)
}

/**
 * Reads orders that are due at their custodians, so that what a lost webhook told is found. If all workers from before are
 * known to have died with their queues, it also reads the orders that these may have been polling.
 */
export const pollCustodians = async (
  app: App,
  log: Log,
  hasTime: () => boolean,
  isQueueLost = false,
): Promise<void> => {
  let polled = 0
  for (let isMore = true; isMore && hasTime(); ) {
    const isFirst = polled === 0
    const due = await (isQueueLost && isFirst
      ? listDue(app.db, POLLED_ORDER, new Date(app.clock().getTime() + POLL_CLAIM_MS), undefined)
      : listDue(app.db, POLLED_ORDER, app.clock(), MAX_ORDERS_PER_PARTITION))
    const groups = [...Map.groupBy(due, ({ pk, sk }) => `${pk} ${sk.split('#')[0]}`).values()]
    for (let start = 0; start < groups.length && hasTime(); start += CUSTODIANS_AT_ONCE)
      await Promise.all(
        groups.slice(start, start + CUSTODIANS_AT_ONCE).map(async (items) => {
          try {
            await pollCustodian(app, items, { log, hasTime })
          } catch (error) {
            log.error('fulfilment.poll.crashed', error, { ...parsePolledKey(items[0] as Item) })
          }
        }),
      )
    polled += due.length
    // The index lags, so a smaller page may name the same orders again.
    isMore = due.length >= MAX_ORDERS_PER_PARTITION
  }
  if (polled) log.info('fulfilment.poll.done', { orders: polled })
}
