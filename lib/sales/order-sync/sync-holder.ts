import type { OrderPage } from '../../connectors/connector.ts'
import { addUnderLease, type Holder, write } from '../../platform/effects/under-lease.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { OpenedChannel } from '../channels/auth-block.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel, markUndeletable } from '../channels/channel-store.ts'
import { prepareImport } from '../order-changes/import-order.ts'
import { reconcileDaily } from '../reconcile-requests/request-reconcile.ts'
import type { Ending } from '../runs/run-failure.ts'
import { NEW_RUN, type StoredRun, syncRunUri } from '../runs/stored-run.ts'
import { syncRuns } from '../runs/sync-store.ts'
import { closeRun } from './close-run.ts'
import { importNextBatch, toCandidate } from './import-next-batch.ts'
import { beginWalk, type OrderWalk, type SyncState } from './order-walk.ts'
import { putSyncState, scheduleSyncAt } from './sync-state-store.ts'

/** Longer than one call of a shop and the transaction after it; a worker that is silent for longer counts as dead. */
export const SYNC_LEASE_MS = 3 * 60_000

/** A worker that has the lease of a channel's order sync. */
export interface SyncHolder extends Holder {
  readonly channelId: Id
}

/** State of the sync while one of its runs is open. */
export type OpenState = SyncState & { walk: OrderWalk }

/** An open run with the state of its sync. */
export interface OpenRun {
  run: StoredRun
  state: OpenState
}

export const readSyncedChannel = async ({ app, tenant, channelId }: SyncHolder): Promise<StoredChannel> =>
  orNotFound(await findChannel(app.db, tenant, channelId))

const putState = (unit: Unit, { tenant, channelId, by }: SyncHolder, state: SyncState) =>
  addUnderLease(unit, putSyncState(tenant, channelId, state, by))

/** Writes the state and renews the lease. */
export const renewSync = <S extends SyncState>(unit: Unit, holder: SyncHolder, state: S): S => {
  const leaseUntil = new Date(unit.now.getTime() + SYNC_LEASE_MS).toISOString()
  const renewed = { ...state, leaseBy: holder.by, leaseUntil }
  putState(unit, holder, renewed)
  return renewed
}

export const releaseSync = async (holder: SyncHolder, state: SyncState): Promise<void> => {
  const { leaseBy: _by, leaseUntil: _until, ...released } = state
  await write(holder, async (unit) => putState(unit, holder, released))
}

/** Leaves the run open for a later worker, which comes at this time. */
export const leaveSync = async (holder: SyncHolder, state: SyncState, until: Date): Promise<void> => {
  await releaseSync(holder, state)
  await scheduleSyncAt(holder.app.db, holder.tenant, holder.channelId, until)
}

export const openSync = (holder: SyncHolder, state: SyncState): Promise<OpenRun> =>
  write(holder, async (unit) => {
    const channel = markUndeletable(unit, await readSyncedChannel(holder))
    const { channelId } = holder
    const startedAt = unit.now.toISOString()
    const run = unit.create(syncRuns, { ...NEW_RUN, type: 'orders', channelId, startedAt })
    const walk = state.walk ?? beginWalk(state, channel.syncSettings.daysToLookBack, unit.now)
    return { run, state: renewSync(unit, holder, { ...state, walk, runId: run.id }) }
  })

/** Closes the run and returns the state after it. The lease is kept if another run begins at once, else released. */
export const closeSync = (
  holder: SyncHolder,
  { run, state }: OpenRun,
  ending: Ending,
  { opened, keepsLease = false }: { opened?: OpenedChannel | undefined; keepsLease?: boolean } = {},
): Promise<SyncState> =>
  write(holder, async (unit) => {
    const [channel, zone] = [
      await readSyncedChannel(holder),
      await getSetting(holder.app, holder.tenant, GENERAL_SETTINGS.timezone),
    ]
    const ended = await closeRun(holder.app.db, unit, { channel, run, opened, state, zone }, ending)
    const { reconciledAt: before, walk } = state
    const reconciledAt =
      ending === 'success'
        ? await reconcileDaily(holder.app.db, unit, channel, { reconciledAt: before, walkBegunAt: walk.begunAt, zone })
        : before
    const closed = { ...ended, ...(reconciledAt && { reconciledAt }) }
    if (keepsLease) return renewSync(unit, holder, closed)
    putState(unit, holder, closed)
    return closed
  })

/** Actions of a transaction beside its orders: the run, the state, and up to two items with records. */
const IMPORT_RESERVE = 4

/** Imports a page, transaction by transaction: orders, their records, the counts of the run and the position in the page. */
export const importPage = async (
  holder: SyncHolder,
  channel: StoredChannel,
  open: OpenRun,
  { orders, next }: OrderPage,
): Promise<OpenRun> => {
  const context = await prepareImport(holder.app, holder.tenant, channel, holder.app.clock())
  let candidates = await Promise.all(orders.map((order) => toCandidate(channel, order)))
  let { run, state } = open
  while (candidates.length) {
    const after = await write(
      holder,
      async (unit) => {
        const batch = await importNextBatch(holder.app, unit, context, { run, walk: state.walk }, candidates)
        const walk = batch.count === candidates.length ? { ...batch.walk, page: next } : batch.walk
        const changed = unit.update(syncRuns, run, batch.changes)
        return { count: batch.count, run: changed, state: renewSync(unit, holder, { ...state, walk }) }
      },
      { reserve: IMPORT_RESERVE, cause: syncRunUri(open.run) },
    )
    candidates = candidates.slice(after.count)
    run = after.run
    state = after.state
  }
  return { run, state: { ...state, walk: { ...state.walk, page: next } } }
}
