import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { ConnectorError, type Store } from '../../connectors/connector.ts'
import { taskItem } from '../../platform/events/task.ts'
import type { Id } from '../../platform/id.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { Log } from '../../platform/log.ts'
import { orNotFound } from '../../platform/problem.ts'
import { inUnit, type Unit } from '../../platform/store/unit.ts'
import { catalogJob } from '../catalog-jobs.ts'
import {
  type CatalogRun,
  countsAdded,
  endsRun,
  type Lane,
  type LaneName,
  type LaneWork,
  laneDue,
  MOST_GIVEN_UP,
  MOST_TRIES,
  type Settled,
  standsStill,
  triedAgainAt,
  whyStopped,
} from './catalog-run.ts'
import {
  claimLane,
  findRun,
  heldLaneDelete,
  heldLanePut,
  lanePut,
  otherLanesGone,
  runAddition,
} from './catalog-run-store.ts'
import { storeOf } from '../channels/channel-connection.ts'
import { findChannel } from '../channels/channel-store.ts'
import { type CatalogEnding, closeCatalogRun } from './close-catalog-run.ts'
import { WORKER_LOST } from '../runs/sync-run.ts'
import { MORE_FAILED, MOST_RECORDS, recordPut } from '../runs/sync-store.ts'

/** Longer than the function has, since a part may be many calls of a store: who is silent for longer is dead. */
const LEASE_MS = 330_000
/** Leaves a part that is begun at its end the longer half of what the function has. */
const TIME_BOX_MS = 2 * 60_000
const PATIENCE_MS = 25_000

/** Another worker has taken over, or the run was closed. */
class LeaseLost extends Error {}

/** One worker at one lane. */
const atLane = (app: App, tenant: Id, by: string, claimed: Lane) => {
  let lane = claimed
  const lost = () => new LeaseLost('the lane is another worker’s')
  const write = <T>(work: (unit: Unit) => Promise<T>) => inUnit(app.db, { tenant, actor: null, now: app.clock() }, work)
  const put = (unit: Unit, next: Lane) => unit.addDeciding(heldLanePut(tenant, next, by), lost)
  const channelNow = async () => orNotFound(await findChannel(app.db, tenant, lane.channelId))
  const runNow = async () => orNotFound(await findRun(app.db, tenant, lane.runId))

  const settled = (unit: Unit, run: CatalogRun, { place, seen = 0, records = [], opens = [] }: Settled<unknown>) => {
    const { now } = unit
    let { recorded: kept } = run
    for (const record of records) {
      if (kept >= MOST_RECORDS + (record.action === 'failed' ? MORE_FAILED : 0)) continue
      const whole = { ...record, id: unit.newId(), syncId: run.id, occurredAt: now.toISOString() }
      unit.add(recordPut(tenant, whole, now), 'stale')
      kept++
    }
    const recorded = kept - run.recorded
    const counts = { ...countsAdded(seen, records, recorded), lanesLeft: opens.length }
    unit.add(runAddition(tenant, run.id, counts, { now, isTruncated: recorded < records.length }), 'stale')
    for (const [at, from] of opens.entries()) {
      const name = { ...lane, lane: at + 1 }
      const { channelId, runId } = lane
      const opened = { channelId, runId, lane: at + 1, place: from, tries: 0, movedAt: now.toISOString() }
      unit.add({ ...lanePut(tenant, { ...opened, ...laneDue(name, now) }), when: 'attribute_not_exists(pk)' }, 'stale')
    }
    const { channelId, runId } = lane
    if (opens.length) unit.add({ put: taskItem(now, 'sales.run.start', { tenant, channelId, runId }) }, 'stale')
    const until = new Date(now.getTime() + LEASE_MS)
    const held = { leaseBy: by, leaseUntil: until.toISOString(), ...laneDue(lane, until) }
    return { ...lane, ...held, movedAt: now.toISOString(), lost: 0, ...(place === null ? { isDone: true } : { place }) }
  }

  return {
    current: () => lane,
    channelNow,
    runNow,

    async settle(work: (unit: Unit) => Promise<Settled<unknown>>) {
      lane = await write(async (unit) => {
        const [run, done] = await Promise.all([runNow(), work(unit)])
        const next = settled(unit, run, done)
        put(unit, next)
        return next
      })
    },

    /** What comes next is another part. */
    dealtWith({ givenUp }: { givenUp: number }) {
      lane = { ...lane, tries: 0, givenUp }
    },

    /** Leaves the lane to a later worker. */
    leave(at: Date, tries = lane.tries) {
      const { leaseBy: _by, leaseUntil: _until, ...left } = lane
      return write(async (unit) => put(unit, { ...left, tries, ...laneDue(lane, at) }))
    },

    /** Ends the lane, and its run where it is the last; says whether it was. */
    end: () =>
      write(async (unit) => {
        const run = await runNow()
        unit.addDeciding(heldLaneDelete(tenant, lane, by), lost)
        const isLast = run.lanesLeft <= 1
        if (isLast) await closeCatalogRun(app, unit, await channelNow(), run, 'success')
        else unit.add(endedLane(tenant, run, unit.now), 'stale')
        return isLast
      }),

    /** Closes the run, whatever is left of it. */
    close: (ending: CatalogEnding) =>
      write(async (unit) => {
        unit.addDeciding(heldLaneDelete(tenant, lane, by), lost)
        for (const gone of await otherLanesGone(app.db, tenant, lane)) unit.add(gone, 'stale')
        await closeCatalogRun(app, unit, await channelNow(), await runNow(), ending)
      }),
  }
}

/** One lane fewer, for as long as the run has as many as it was read with. */
const endedLane = (tenant: Id, { id, rev }: CatalogRun, now: Date) => {
  const addition = runAddition(tenant, id, { lanesLeft: -1 }, { now, isTruncated: false })
  return { ...addition, when: '#rev = :rev', values: { ...addition.values, ':rev': rev } }
}

/**
 * Works in one lane of a run while there is time. One worker at a time is at a lane; who finds it taken leaves at once, and
 * one that died is followed by one that goes on where it stopped. Every transaction is made under the lease.
 */
export const workLane = async (app: App, tenant: Id, name: LaneName, log: Log): Promise<void> => {
  const by = randomUUID()
  const begun = app.clock()
  const until = new Date(begun.getTime() + LEASE_MS)
  const claimed = await claimLane(app.db, tenant, name, { by, until, now: begun })
  if (!claimed) return log.info('sales.run.lane_busy', { tenant, ...name })
  const worker = atLane(app, tenant, by, claimed)
  const hasTime = () => app.clock().getTime() - begun.getTime() < TIME_BOX_MS
  const ended = (failure: string | null) => log.info('sales.run.ended', { tenant, ...name, failure })
  const close = async (ending: CatalogEnding) => {
    await worker.close(ending)
    ended(ending === 'success' ? null : ending instanceof ConnectorError ? ending.code : ending.errorCode)
  }
  try {
    const closed = (await findTenant(app.db, tenant))?.closedAt
    let store: Promise<Store> | undefined
    for (;;) {
      const [run, channel] = await Promise.all([worker.runNow(), worker.channelNow()])
      const [lane, now] = [worker.current(), app.clock()]
      if (lane.isDone) return (await worker.end()) ? ended(null) : undefined
      const stopped = whyStopped(channel, closed !== undefined)
      if (stopped) return await close(stopped)
      if (standsStill(lane, now)) return await close(WORKER_LOST)
      if (!hasTime()) return await worker.leave(now)
      const job = await catalogJob(run.type)
      const work: LaneWork<unknown> = {
        app,
        tenant,
        channel,
        run,
        lane: name.lane,
        place: lane.place,
        log,
        hasTime,
        store: () => (store ??= storeOf(app, tenant, channel, PATIENCE_MS)),
        settle: worker.settle,
      }
      try {
        await job.part(work)
        worker.dealtWith({ givenUp: 0 })
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error
        if (endsRun(error)) return await close(error)
        const tries = worker.current().tries + (error.code === 'RATE_LIMITED' ? 0 : 1)
        log.warn('sales.run.part_failed', { tenant, ...name, code: error.code, tries })
        if (tries < MOST_TRIES) return await worker.leave(triedAgainAt(error, tries, app.clock()), tries)
        const { place, givenUp = 0 } = worker.current()
        if (!job.giveUp || givenUp >= MOST_GIVEN_UP) return await close(error)
        worker.dealtWith({ givenUp: givenUp + 1 })
        await job.giveUp({ ...work, place }, error)
      }
    }
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    log.warn('sales.run.lane_lost', { tenant, ...name })
  }
}
