import { ConnectorError, type OrderPage, type Shop } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import { computePauseEnd } from '../../platform/back-off/compute-retry-time.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { find } from '../../platform/store/lists/list.ts'
import { hasCredentialsOf, isOutdatedRefusal } from '../channels/auth-block.ts'
import { type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { nextStep, type Step } from '../runs/next-step.ts'
import { type Ending, getFailure, STOPPED, WORKER_LOST } from '../runs/run-failure.ts'
import { type RunWorker, runUnderLease } from '../runs/run-under-lease.ts'
import { syncRuns } from '../runs/sync-store.ts'
import { beginLook, type Look, lookAgain } from './look-again.ts'
import { findPlacedSince, type OrderWalk, type SyncState } from './order-walk.ts'
import {
  closeSync,
  importPage,
  leaveSync,
  type OpenRun,
  openSync,
  readSyncedChannel,
  releaseSync,
  SYNC_LEASE_MS,
  type SyncHolder,
} from './sync-holder.ts'
import { claimSync } from './sync-state-store.ts'

/** Well within the function's timeout. */
const TIME_BOX_MS = 3 * 60_000
const PATIENCE_MS = 25_000
const DEFAULT_PAUSE_S = 60
/** A run that a shop delays for longer is given up. */
const MAX_RUN_MS = 24 * 3600_000

/** One worker at a channel's open run. */
interface ChannelSync extends SyncHolder {
  readonly log: Log
  readonly beganAt: Date
  readonly isTenantClosed: boolean
  open: OpenRun
  /** The channel as it was read last. */
  channel: StoredChannel
  /** The shop, and the channel with whose credentials it was opened. */
  opened: { shop: Shop; channel: StoredChannel } | undefined
  hasImportedPage: boolean
  /** Present once the walk has read all pages, while open orders are looked at. */
  look: Look | undefined
  isDone: boolean
}

const mustNotSync = (channel: StoredChannel, isTenantClosed: boolean, now: Date) =>
  isTenantClosed || scheduleSync(channel, now).duePk === undefined

const readPage = async (
  channel: StoredChannel,
  shop: Shop,
  { since, lateSince, page }: OrderWalk,
): Promise<OrderPage> => {
  const { orders } = getConnector(channel.type)
  if (!orders) throw new ConnectorError('INVALID_CONFIG', 'Orders cannot be imported from this type of shop.')
  const { statusFilters, daysToLookBack } = channel.syncSettings
  const found = await orders.page(shop, {
    since: new Date(since),
    ...(lateSince !== null && {
      late: { since: new Date(lateSince), placedSince: findPlacedSince(channel.createdAt, daysToLookBack) },
    }),
    statuses: statusFilters,
    cursor: page,
  })
  if (found.next !== null && found.next === page)
    throw new ConnectorError('UPSTREAM_ERROR', 'The shop returned the same page of orders again.')
  return found
}

/** Decides how to go on after the shop failed: a rate limit is waited for, anything else ends the run. */
export const decideAfterSyncFailure = (error: ConnectorError, startedAt: string, now: Date): Step => {
  if (error.code !== 'RATE_LIMITED' || now.getTime() - Date.parse(startedAt) >= MAX_RUN_MS)
    return { do: 'close', ending: error }
  return { do: 'leave', until: computePauseEnd(now, 0, error.retryAfterSeconds ?? DEFAULT_PAUSE_S) }
}

const endSync = async (sync: ChannelSync, ending: Ending): Promise<void> => {
  const { tenant, channelId, open, log } = sync
  await closeSync(sync, open, ending, { opened: sync.opened?.channel })
  const { id: syncId, itemsSynced, itemsFailed, itemsUnchanged } = open.run
  const failure = getFailure(ending)?.errorCode ?? null
  log.info('sales.sync.ended', { tenant, channelId, syncId, failure, itemsSynced, itemsFailed, itemsUnchanged })
}

/** Takes a step in looking at open orders, which ends when the shop fails or time is up: the walk is complete without it. */
const look = async (sync: ChannelSync, before: Look, shop: Shop): Promise<void> => {
  const { app, tenant, channel, log } = sync
  try {
    const { open, look: after } = await lookAgain({ holder: sync, channel, shop }, sync.open, before)
    sync.open = open
    sync.look = after
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    log.warn('sales.sync.not_looked_again', { tenant, channelId: channel.id, code: error.code })
    sync.look = undefined
  }
  const isOutOfTime = app.clock().getTime() - sync.beganAt.getTime() > TIME_BOX_MS
  sync.isDone = sync.look === undefined || isOutOfTime
}

const syncWorker: RunWorker<ChannelSync> = {
  async nextStep(sync) {
    const now = sync.app.clock()
    sync.channel = await readSyncedChannel(sync)
    // A shop keeps the credentials with which it was opened.
    if (sync.opened && !hasCredentialsOf(sync.channel, sync.opened.channel)) sync.opened = undefined
    const stop = mustNotSync(sync.channel, sync.isTenantClosed, now) ? STOPPED : undefined
    const isOutOfTime = now.getTime() - sync.beganAt.getTime() > TIME_BOX_MS
    return nextStep({ isDone: sync.isDone, stop, isStalled: false, isOutOfTime }, now)
  },

  async work(sync) {
    const { app, tenant, channel, open } = sync
    sync.opened ??= { channel, shop: await openShop(app, tenant, channel, PATIENCE_MS) }
    if (sync.look) return await look(sync, sync.look, sync.opened.shop)
    const page = await readPage(channel, sync.opened.shop, open.state.walk)
    sync.open = await importPage(sync, channel, open, page)
    sync.hasImportedPage = true
    if (page.next === null) sync.look = beginLook(sync.open)
  },

  async handleFailure(sync, error) {
    const { app, tenant, opened } = sync
    // The next step opens the shop with the present credentials, or finds that the channel is disconnected.
    if (opened && (await isOutdatedRefusal(app, tenant, opened.channel, error))) return { do: 'work' }
    const { run, state } = sync.open
    const step = decideAfterSyncFailure(error, run.startedAt, app.clock())
    // A page that the shop no longer finds must not block all later runs.
    if (step.do === 'close' && !sync.hasImportedPage)
      sync.open = { run, state: { ...state, walk: { ...state.walk, page: null } } }
    return step
  },

  end: (sync) => endSync(sync, 'success'),
  close: (sync, { ending }) => endSync(sync, ending),
  leave: (sync, { until }) => leaveSync(sync, sync.open.state, until),
}

/** Returns the run that the last worker left open, with its state. */
const findOpenRun = async ({ app, tenant }: SyncHolder, state: SyncState): Promise<OpenRun | undefined> => {
  const { runId, walk } = state
  const run = runId && (await find(app.db, syncRuns, tenant, runId))
  return run && walk && run.status === null ? { run, state: { ...state, walk } } : undefined
}

/** Resumes the open run of the channel, or opens one; undefined if the channel must not be synced. */
const prepareSync = async (
  holder: SyncHolder,
  { was, state }: NonNullable<Awaited<ReturnType<typeof claimSync>>>,
  beganAt: Date,
  log: Log,
): Promise<ChannelSync | undefined> => {
  const { app, tenant } = holder
  const found = await findOpenRun(holder, state)
  const isWorkerLost = was?.leaseBy !== undefined
  // The run of a dead worker is closed as interrupted; the next one continues its walk.
  const current = found && isWorkerLost ? await closeSync(holder, found, WORKER_LOST, { keepsLease: true }) : state
  const resumed = isWorkerLost ? undefined : found
  const isTenantClosed = (await findTenant(app.db, tenant))?.closedAt !== undefined
  const channel = await readSyncedChannel(holder)
  if (!resumed && mustNotSync(channel, isTenantClosed, app.clock())) {
    await releaseSync(holder, current)
    return undefined
  }
  const open = resumed ?? (await openSync(holder, current))
  return {
    ...holder,
    log,
    beganAt,
    isTenantClosed,
    open,
    channel,
    opened: undefined,
    hasImportedPage: false,
    look: undefined,
    isDone: false,
  }
}

/** Imports a channel's new and changed orders. */
export const syncChannel = (app: App, tenant: Id, channelId: Id, log: Log): Promise<void> =>
  runUnderLease(app, {
    leaseMs: SYNC_LEASE_MS,
    claim: (claimant) => claimSync(app.db, tenant, channelId, claimant),
    prepare: (claimed, { by, now }) => prepareSync({ app, tenant, channelId, by }, claimed, now, log),
    worker: syncWorker,
    onBusy: () => log.info('sales.sync.busy', { tenant, channelId }),
    onLost: () => log.warn('sales.sync.taken_over', { tenant, channelId }),
  })
