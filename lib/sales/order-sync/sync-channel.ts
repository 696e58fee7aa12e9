import { randomUUID } from 'node:crypto'
import { getSetting } from '../../configuration/setting-of.ts'
import { ConnectorError, type OrderPage, type Store } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { orNotFound } from '../../platform/problem.ts'
import { find } from '../../platform/store/lists/list.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { findChannel, keepHistory } from '../channels/channel-store.ts'
import { prepareIntake } from '../orders/import-order.ts'
import { beginWalk, STOPPED, type StoredRun, type SyncState, type Walk, WORKER_LOST } from '../runs/sync-run.ts'
import { claimSync, scheduleSyncAt, statePut, syncRuns } from '../runs/sync-store.ts'
import { closeRun, type Ending } from './close-run.ts'
import { takeWaiting, toCandidate } from './import-page.ts'

/** Longer than one call of a store and the transaction after it; who is silent for longer is taken for dead. */
const LEASE_MS = 3 * 60_000
/** Well within what the function has. */
const TIME_BOX_MS = 3 * 60_000
const PATIENCE_MS = 25_000
const DEFAULT_PAUSE_S = 60
/** A run that a store keeps waiting for longer is given up. */
const MAX_RUN_MS = 24 * 3600_000

/** Another worker has taken over. */
class LeaseLost extends Error {}

interface Position {
  run: StoredRun
  state: SyncState & { walk: Walk }
}

const isSyncable = (channel: StoredChannel, now: Date) => scheduleSync(channel, now).duePk !== undefined

const newRun = {
  type: 'orders',
  status: null,
  itemsSynced: 0,
  itemsFailed: 0,
  itemsUnchanged: 0,
  itemsSkipped: 0,
  itemsPending: 0,
}
const unended = { durationSeconds: null, completedAt: null, errorMessage: null, errorCode: null, errorCategory: null }

/** One worker at one channel. */
const createChannelWorker = (app: App, tenant: Id, channelId: Id, by: string) => {
  const scope = () => ({ tenant, actor: null, now: app.clock() })
  const write = <T>(work: (unit: Unit) => Promise<T>) => runInUnit(app.db, scope(), work)
  const put = (unit: Unit, state: SyncState) =>
    unit.add(statePut(tenant, channelId, state, by), {
      refuse: () => new LeaseLost('another worker is at the channel'),
      isDecisive: true,
    })
  const holdState = <S extends SyncState>(unit: Unit, state: S): S => {
    const held = { ...state, leaseBy: by, leaseUntil: new Date(unit.now.getTime() + LEASE_MS).toISOString() }
    put(unit, held)
    return held
  }
  const readChannel = async () => orNotFound(await findChannel(app.db, tenant, channelId))
  const release = ({ leaseBy: _by, leaseUntil: _until, ...state }: SyncState) => write(async (unit) => put(unit, state))

  return {
    current: readChannel,

    begin: (state: SyncState): Promise<Position> =>
      write(async (unit) => {
        const channel = keepHistory(unit, await readChannel())
        const startedAt = unit.now.toISOString()
        const run = unit.create(syncRuns, {
          ...newRun,
          ...unended,
          channelId,
          startedAt,
          itemsTruncated: false,
          recorded: 0,
        } as Omit<StoredRun, 'id' | 'rev' | 'createdAt' | 'updatedAt'>)
        const walk = state.walk ?? beginWalk(state.cursor, channel.syncSettings.daysToLookBack, unit.now)
        return { run, state: holdState(unit, { ...state, walk, runId: run.id }) }
      }),

    /** Closes the run; another may begin at once where `goesOn`. */
    end: ({ run, state }: { run: StoredRun; state: SyncState }, ending: Ending, goesOn = false): Promise<SyncState> =>
      write(async (unit) => {
        const [channel, zone] = [await readChannel(), await getSetting(app, tenant, 'general.timezone')]
        const left = closeRun(unit, { channel, run, state, zone }, ending)
        if (goesOn) return holdState(unit, left)
        put(unit, left)
        return left
      }),

    release,

    /** Leaves the run open for a later worker. */
    async leave({ state }: Position, until: Date) {
      await release(state)
      await scheduleSyncAt(app.db, tenant, channelId, until)
    },

    /** Takes a page in, transaction by transaction. */
    async take(channel: StoredChannel, position: Position, { orders, next }: OrderPage): Promise<Position> {
      const taking = await prepareIntake(app, tenant, channel)
      let [waiting, at] = [orders.map(toCandidate), position]
      while (waiting.length) {
        const { count, ...after } = await write(async (unit) => {
          const { run, state } = at
          const taken = await takeWaiting(app, unit, taking, { run, walk: state.walk }, waiting)
          const walk = taken.count === waiting.length ? { ...taken.walk, page: next } : taken.walk
          const changed = unit.update(syncRuns, run, taken.changes)
          return { count: taken.count, run: changed, state: holdState(unit, { ...state, walk }) }
        })
        waiting = waiting.slice(count)
        at = after
      }
      return { ...at, state: { ...at.state, walk: { ...at.state.walk, page: next } } }
    },
  }
}

const readPage = async (channel: StoredChannel, store: Store, { since, page }: Walk): Promise<OrderPage> => {
  const { orders } = getConnector(channel.type)
  if (!orders) throw new ConnectorError('INVALID_CONFIG', 'This kind of store has no orders to read.')
  const { statusFilters } = channel.syncSettings
  const found = await orders.page(store, { since: new Date(since), statuses: statusFilters, cursor: page })
  if (found.next !== null && found.next === page)
    throw new ConnectorError('UPSTREAM_ERROR', 'The store goes on with the same page for ever.')
  return found
}

/** What a worker found when it came to a channel whose last one left a run open. */
const resumeRun = async (app: App, tenant: Id, { runId, walk }: SyncState) => {
  const run = runId && (await find(app.db, syncRuns, tenant, runId))
  return run && walk && run.status === null ? run : undefined
}

/**
 * Brings a channel's orders up to date. One worker at a time is at a channel: the others leave at once, and one that
 * died is followed after a while by one that closes its run and goes on where it stopped. Every transaction holds orders,
 * their records, the run's counts and how far it is, under the lease.
 */
export const syncChannel = async (app: App, tenant: Id, channelId: Id, log: Log): Promise<void> => {
  const by = randomUUID()
  const begun = app.clock().getTime()
  const until = new Date(begun + LEASE_MS)
  const claimed = await claimSync(app.db, tenant, channelId, { by, until, now: app.clock() })
  if (!claimed) return log.info('sales.sync.busy', { tenant, channelId })
  const worker = createChannelWorker(app, tenant, channelId, by)
  const { was } = claimed
  let { state } = claimed
  try {
    const left = await resumeRun(app, tenant, state)
    let at: Position | undefined = left && { run: left, state: state as Position['state'] }
    if (at && was?.leaseBy) {
      state = await worker.end(at, WORKER_LOST, true)
      at = undefined
    }
    const closed = (await findTenant(app.db, tenant))?.closedAt
    const isOff = (channel: StoredChannel) => closed !== undefined || !isSyncable(channel, app.clock())
    if (!at && isOff(await worker.current())) return await worker.release(state)
    at ??= await worker.begin(state)
    const endRunOfChannel = async (ending: Ending) => {
      await worker.end(at as Position, ending)
      const { run } = at as Position
      const failure = ending === 'success' ? null : 'errorCode' in ending ? ending.errorCode : ending.code
      const { itemsSynced, itemsFailed, itemsUnchanged } = run
      log.info('sales.sync.ended', {
        tenant,
        channelId,
        syncId: run.id,
        failure,
        itemsSynced,
        itemsFailed,
        itemsUnchanged,
      })
    }
    let store: Store | undefined
    for (let isFirst = true; ; isFirst = false) {
      const now = app.clock()
      const channel = await worker.current()
      if (isOff(channel)) return await endRunOfChannel(STOPPED)
      if (now.getTime() - begun > TIME_BOX_MS) return await worker.leave(at, now)
      let page: OrderPage
      try {
        store ??= await openShop(app, tenant, channel, PATIENCE_MS)
        page = await readPage(channel, store, at.state.walk)
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error
        if (error.code === 'RATE_LIMITED' && now.getTime() - Date.parse(at.run.startedAt) < MAX_RUN_MS) {
          const pause = (error.retryAfterSeconds ?? DEFAULT_PAUSE_S) * 1000
          return await worker.leave(at, new Date(app.clock().getTime() + pause))
        }
        // A page that a store does not find again must not stand in the way for ever.
        if (isFirst) at = { ...at, state: { ...at.state, walk: { ...at.state.walk, page: null } } }
        return await endRunOfChannel(error)
      }
      at = await worker.take(channel, at, page)
      if (page.next === null) return await endRunOfChannel('success')
    }
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    log.warn('sales.sync.taken_over', { tenant, channelId })
  }
}
