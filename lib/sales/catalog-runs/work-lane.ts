import { randomUUID } from 'node:crypto'
import { loadCatalogJob } from '../../../functions/sales/catalog-jobs.ts'
import { ConnectorError, type Store } from '../../connectors/connector.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { orNotFound } from '../../platform/problem.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { openShop } from '../channels/channel-connection.ts'
import { findChannel } from '../channels/channel-store.ts'
import { WORKER_LOST } from '../runs/sync-run.ts'
import { MAX_MORE_FAILED, MAX_RECORDS, recordPut } from '../runs/sync-store.ts'
import {
  type CatalogRun,
  computeRetryTime,
  countRecords,
  explainStop,
  isRunEnding,
  isStalled,
  type Lane,
  type LaneName,
  type LaneWork,
  MAX_GIVEN_UP,
  MAX_TRIES,
  type Settled,
  scheduleLane,
} from './catalog-run.ts'
import {
  claimLane,
  deleteHeldLane,
  deleteOtherLanes,
  findRun,
  putHeldLane,
  putLane,
  runAddition,
} from './catalog-run-store.ts'
import { type CatalogEnding, closeCatalogRun } from './close-catalog-run.ts'

/** Longer than the function has, since a part may be many calls of a store: who is silent for longer is dead. */
const LEASE_MS = 330_000
/** Leaves a part that is begun at its end the longer half of what the function has. */
const TIME_BOX_MS = 2 * 60_000
const PATIENCE_MS = 25_000

/** Another worker has taken over, or the run was closed. */
class LeaseLost extends Error {}

/** One worker at one lane. */
const createLaneWorker = (app: App, tenant: Id, by: string, claimed: Lane) => {
  let lane = claimed
  const buildLeaseLost = () => new LeaseLost('the lane is another worker’s')
  const write = <T>(work: (unit: Unit) => Promise<T>) =>
    runInUnit(app.db, { tenant, actor: null, now: app.clock() }, work)
  const put = (unit: Unit, next: Lane) =>
    unit.add(putHeldLane(tenant, next, by), { refuse: buildLeaseLost, isDecisive: true })
  const readChannel = async () => orNotFound(await findChannel(app.db, tenant, lane.channelId))
  const runNow = async () => orNotFound(await findRun(app.db, tenant, lane.runId))

  const recordSettled = (
    unit: Unit,
    run: CatalogRun,
    { place, seen = 0, records = [], opens = [] }: Settled<unknown>,
  ) => {
    const { now } = unit
    let { recorded: kept } = run
    for (const record of records) {
      if (kept >= MAX_RECORDS + (record.action === 'failed' ? MAX_MORE_FAILED : 0)) continue
      const whole = { ...record, id: unit.newId(), syncId: run.id, occurredAt: now.toISOString() }
      unit.add(recordPut(tenant, whole, now))
      kept++
    }
    const recorded = kept - run.recorded
    const counts = { ...countRecords(seen, records, recorded), lanesLeft: opens.length }
    unit.add(runAddition(tenant, run.id, counts, { now, isTruncated: recorded < records.length }))
    for (const [at, from] of opens.entries()) {
      const name = { ...lane, lane: at + 1 }
      const { channelId, runId } = lane
      const opened = { channelId, runId, lane: at + 1, place: from, tries: 0, movedAt: now.toISOString() }
      unit.add({ ...putLane(tenant, { ...opened, ...scheduleLane(name, now) }), when: 'attribute_not_exists(pk)' })
    }
    const { channelId, runId } = lane
    if (opens.length) unit.schedule('sales.run.start', { tenant, channelId, runId })
    const until = new Date(now.getTime() + LEASE_MS)
    const held = { leaseBy: by, leaseUntil: until.toISOString(), ...scheduleLane(lane, until) }
    return { ...lane, ...held, movedAt: now.toISOString(), lost: 0, ...(place === null ? { isDone: true } : { place }) }
  }

  return {
    current: () => lane,
    channelNow: readChannel,
    runNow,

    async settle(work: (unit: Unit) => Promise<Settled<unknown>>) {
      lane = await write(async (unit) => {
        const [run, done] = await Promise.all([runNow(), work(unit)])
        const next = recordSettled(unit, run, done)
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
      return write(async (unit) => put(unit, { ...left, tries, ...scheduleLane(lane, at) }))
    },

    /** Ends the lane, and its run where it is the last; says whether it was. */
    end: () =>
      write(async (unit) => {
        const run = await runNow()
        unit.add(deleteHeldLane(tenant, lane, by), { refuse: buildLeaseLost, isDecisive: true })
        const isLast = run.lanesLeft <= 1
        if (isLast) await closeCatalogRun(app, unit, await readChannel(), run, 'success')
        else unit.add(endLane(tenant, run, unit.now))
        return isLast
      }),

    /** Closes the run, whatever is left of it. */
    close: (ending: CatalogEnding) =>
      write(async (unit) => {
        unit.add(deleteHeldLane(tenant, lane, by), { refuse: buildLeaseLost, isDecisive: true })
        for (const gone of await deleteOtherLanes(app.db, tenant, lane)) unit.add(gone)
        await closeCatalogRun(app, unit, await readChannel(), await runNow(), ending)
      }),
  }
}

/** One lane fewer, for as long as the run has as many as it was read with. */
const endLane = (tenant: Id, { id, rev }: CatalogRun, now: Date) => {
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
  const worker = createLaneWorker(app, tenant, by, claimed)
  const hasTime = () => app.clock().getTime() - begun.getTime() < TIME_BOX_MS
  const logEnd = (failure: string | null) => log.info('sales.run.ended', { tenant, ...name, failure })
  const close = async (ending: CatalogEnding) => {
    await worker.close(ending)
    logEnd(ending === 'success' ? null : ending instanceof ConnectorError ? ending.code : ending.errorCode)
  }
  try {
    const closed = (await findTenant(app.db, tenant))?.closedAt
    let store: Promise<Store> | undefined
    for (;;) {
      const [run, channel] = await Promise.all([worker.runNow(), worker.channelNow()])
      const [lane, now] = [worker.current(), app.clock()]
      if (lane.isDone) return (await worker.end()) ? logEnd(null) : undefined
      const stopped = explainStop(channel, closed !== undefined)
      if (stopped) return await close(stopped)
      if (isStalled(lane, now)) return await close(WORKER_LOST)
      if (!hasTime()) return await worker.leave(now)
      const job = await loadCatalogJob(run.type)
      const work: LaneWork<unknown> = {
        app,
        tenant,
        channel,
        run,
        lane: name.lane,
        place: lane.place,
        log,
        hasTime,
        store: () => (store ??= openShop(app, tenant, channel, PATIENCE_MS)),
        settle: worker.settle,
      }
      try {
        await job.part(work)
        worker.dealtWith({ givenUp: 0 })
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error
        if (isRunEnding(error)) return await close(error)
        const tries = worker.current().tries + (error.code === 'RATE_LIMITED' ? 0 : 1)
        log.warn('sales.run.part_failed', { tenant, ...name, code: error.code, tries })
        if (tries < MAX_TRIES) return await worker.leave(computeRetryTime(error, tries, app.clock()), tries)
        const { place, givenUp = 0 } = worker.current()
        if (!job.giveUp || givenUp >= MAX_GIVEN_UP) return await close(error)
        worker.dealtWith({ givenUp: givenUp + 1 })
        await job.giveUp({ ...work, place }, error)
      }
    }
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    log.warn('sales.run.lane_lost', { tenant, ...name })
  }
}
