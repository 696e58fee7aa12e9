import { ConnectorError } from '../../connectors/connector.ts'
import type { PublicationOutcome, WithdrawalOutcome } from '../../connectors/fulfilments/fulfilment.ts'
import type { App } from '../../platform/app/app.ts'
import { computeRetryTime } from '../../platform/back-off/compute-retry-time.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { changeChannel, findChannel } from '../channels/channel-store.ts'
import { addEndedRun, countRun, endRun } from './end-run.ts'
import { type RunFailure, toRunFailure } from './run-failure.ts'
import { NEW_RUN, type StoredRun } from './stored-run.ts'
import { keepRecords, type NewSyncRecord } from './sync-record.ts'
import { syncRuns } from './sync-store.ts'

// A run of one item, such as a parcel, that is open as long as the item is tried again.

/** The result of an attempt: the shop's answer, its failure, or the reason why it was not asked. */
export type Attempt = PublicationOutcome | WithdrawalOutcome | ConnectorError | { stopped: RunFailure }

const REFUSED = 'REFUSED'
const WAITING = 'WAITING'

/** Returns why an attempt did not succeed, and whether another one may. */
export const findFailure = (attempt: Attempt): { failure: RunFailure; mayRetry: boolean } | undefined => {
  if (attempt instanceof ConnectorError) return { failure: toRunFailure(attempt), mayRetry: true }
  if ('stopped' in attempt) return { failure: attempt.stopped, mayRetry: false }
  const because = (errorCode: string, errorMessage: string) => ({ errorCode, errorCategory: 'upstream', errorMessage })
  if ('waits' in attempt) return { failure: because(WAITING, attempt.waits), mayRetry: true }
  if ('refused' in attempt) return { failure: because(REFUSED, attempt.refused), mayRetry: false }
  return undefined
}

/** Attempts take about three days in all. */
export const MAX_TRIES = 20
const BACK_OFF = { firstMs: 60_000, maxMs: 6 * 3_600_000 }

/** Returns the time of the next attempt after so many that failed; undefined if there is none. */
export const computeNextAttempt = (
  tries: number,
  retryAfterSeconds: number | undefined,
  now: Date,
): Date | undefined => (tries < MAX_TRIES ? computeRetryTime(now, tries, BACK_OFF, retryAfterSeconds) : undefined)

const COUNTED_AS = {
  created: 'itemsSynced',
  updated: 'itemsSynced',
  unchanged: 'itemsUnchanged',
  skipped: 'itemsSkipped',
  failed: 'itemsFailed',
  accepted: 'itemsUnchanged',
  found: 'itemsFound',
} as const satisfies Record<NewSyncRecord['action'], keyof StoredRun>

/** The item of a run, with the fields by which the run names it. */
interface SingleRun {
  app: App
  channel: StoredChannel
  /** The open run of the item. */
  runId: Id | null
  names: Readonly<Record<string, string>> & { type: string }
}

const findOpenRun = async ({ tenant }: Unit, { app, runId }: SingleRun): Promise<StoredRun | undefined> => {
  const run = runId ? await find(app.db, syncRuns, tenant, runId) : undefined
  return run?.status === null ? run : undefined
}

/** Parcels end in quick succession, and each of them would change the channel. */
const SYNC_TIME_STEP_MS = 60_000

const updateSyncTime = async (unit: Unit, { app, channel }: SingleRun): Promise<void> => {
  const before = await findChannel(app.db, unit.tenant, channel.id)
  if (!before || Date.parse(before.lastSyncAt ?? '1970-01-01') > unit.now.getTime() - SYNC_TIME_STEP_MS) return
  changeChannel(unit, before, { lastSyncAt: unit.now.toISOString() })
}

/** Ends the run of the item, or adds one that is over if the first attempt decided. */
export const closeSingleRun = async (
  unit: Unit,
  single: SingleRun,
  record: NewSyncRecord,
  attempt: Attempt,
): Promise<void> => {
  const { app, channel, names } = single
  const failure = findFailure(attempt)?.failure
  const open = await findOpenRun(unit, single)
  const id = open?.id ?? unit.newId()
  const recorded = keepRecords(unit, { id, recorded: open?.recorded ?? 0 }, [record]) + (open?.recorded ?? 0)
  const noError = failure ? {} : { errorCode: null, errorCategory: null, errorMessage: null }
  const counts = { ...noError, itemsPending: 0, [COUNTED_AS[record.action]]: 1, recorded }
  const isShopFailure = !(failure && 'stopped' in attempt)
  if (isShopFailure) {
    const zone = await getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone)
    countRun(unit, channel, zone, { [failure ? 'syncsFailed' : 'syncsSucceeded']: 1 })
  }
  if (!failure) await updateSyncTime(unit, single)
  if (open) {
    await endRun(app.db, unit, { channel, run: open, failure, isShopFailure, failuresBefore: 0, counts })
    return
  }
  const startedAt = unit.now.toISOString()
  await addEndedRun<StoredRun>(app.db, unit, channel, { ...names, ...counts, id, startedAt }, failure, isShopFailure)
}

/** Opens the run of an item that will be tried again, and shows its failure there. */
export const keepSingleRunOpen = async (unit: Unit, single: SingleRun, failure: RunFailure): Promise<Id> => {
  const { channel, names } = single
  const open = await findOpenRun(unit, single)
  if (open) return unit.update(syncRuns, open, failure).id
  const startedAt = unit.now.toISOString()
  const fields = { ...names, ...NEW_RUN, ...failure, itemsPending: 1, startedAt, channelId: channel.id }
  return unit.create<StoredRun>(syncRuns, fields).id
}
