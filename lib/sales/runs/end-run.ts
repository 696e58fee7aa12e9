import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { channelUri, type StoredChannel } from '../channels/channel.ts'
import { addToChannelCounts } from '../orders/counts-store.ts'
import type { RunFailure } from './run-failure.ts'
import { NEW_RUN, type StoredRun } from './stored-run.ts'
import { findFailingRun, syncRuns } from './sync-store.ts'

const notifyFailure = (
  unit: Unit,
  { id, name }: StoredChannel,
  syncId: string,
  { errorCode, errorMessage }: RunFailure,
) => {
  const data = { channelId: id, channelName: name, syncId, errorCode, errorMessage, failedAt: unit.now.toISOString() }
  unit.emit('sales.channel.sync_failed', { subject: channelUri(id), data })
}

interface EndedRun {
  channel: StoredChannel
  run: StoredRun
  /** Undefined if the run succeeded. */
  failure: RunFailure | undefined
  /** True if the shop caused the failure. */
  isShopFailure: boolean
  /** True if the channel is not synced any more because of the failure. */
  blocksChannel?: boolean
  /** Failures of the shop in a row before this run. */
  failuresBefore: number
  /** Counts that the run gets with its end. */
  counts?: Partial<StoredRun>
}

const buildEnd = ({ now }: Unit, startedAt: string, failure: RunFailure | undefined) => ({
  status: failure ? ('failed' as const) : ('success' as const),
  completedAt: now.toISOString(),
  durationSeconds: Math.max(0, (now.getTime() - Date.parse(startedAt)) / 1000),
  ...failure,
})

type Work = Pick<StoredRun, 'channelId' | 'type'> & Partial<StoredRun>

/**
 * Decides whether a run that ends is the first of its work that fails, and ends the trouble of the one that was once the work
 * succeeds. What people stopped, or a worker left behind, says nothing about the work.
 */
const decideTrouble = async (
  db: Table,
  unit: Unit,
  work: Work,
  failure: RunFailure | undefined,
  isShopFailure: boolean,
): Promise<Pick<StoredRun, 'trouble'>> => {
  if (failure && !isShopFailure) return { trouble: null }
  const failing = await findFailingRun(db, unit.tenant, work)
  if (failure) return { trouble: failing ? null : 'failed' }
  if (failing) unit.update(syncRuns, failing, { trouble: null })
  return { trouble: null }
}

/** Adds a run that is over already. */
export const addEndedRun = async <T extends StoredRun>(
  db: Table,
  unit: Unit,
  channel: StoredChannel,
  fields: Omit<T, keyof Stored | keyof typeof NEW_RUN | 'channelId'> & Partial<StoredRun>,
  failure: RunFailure | undefined,
  isShopFailure: boolean,
): Promise<void> => {
  const work = { ...NEW_RUN, ...fields, channelId: channel.id }
  const end = {
    ...buildEnd(unit, fields.startedAt, failure),
    ...(await decideTrouble(db, unit, work, failure, isShopFailure)),
  }
  const { id } = unit.create<StoredRun>(syncRuns, { ...work, ...end }, 'stale')
  if (failure && isShopFailure) notifyFailure(unit, channel, id, failure)
}

/** Ends a run of any type and returns the number of its shop's failures in a row. */
export const endRun = async (
  db: Table,
  unit: Unit,
  { channel, run, failure, isShopFailure, blocksChannel = false, failuresBefore, counts = {} }: EndedRun,
): Promise<number> => {
  const trouble = await decideTrouble(db, unit, run, failure, isShopFailure)
  unit.update(syncRuns, run, { ...trouble, ...counts, ...buildEnd(unit, run.startedAt, failure) }, 'stale')
  // Only the first failure in a row is notified; users ignore a message that comes with every try. A block needs them.
  if (failure && isShopFailure && (failuresBefore === 0 || blocksChannel)) notifyFailure(unit, channel, run.id, failure)
  if (!failure) return 0
  return failuresBefore + (isShopFailure ? 1 : 0)
}

/** Adds the counts of a run to today's counts of its channel. */
export const countRun = (unit: Unit, channel: StoredChannel, zone: string, counts: Record<string, number>): void => {
  addToChannelCounts(unit, channel.id, toLocalDay(zone, unit.now), counts)
}
