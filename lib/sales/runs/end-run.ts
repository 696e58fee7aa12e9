import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { channelUri, type StoredChannel } from '../channels/channel.ts'
import { isRefusal } from '../channels/channel-connection.ts'
import { buildAdditions } from '../orders/counts-store.ts'
import { chooseCountShard } from '../orders/import-order.ts'
import type { RunFailure, StoredRun } from './sync-run.ts'
import { syncRuns } from './sync-store.ts'

const tell = (unit: Unit, { id, name }: StoredChannel, syncId: string, { errorCode, errorMessage }: RunFailure) => {
  const data = { channelId: id, channelName: name, syncId, errorCode, errorMessage, failedAt: unit.now.toISOString() }
  unit.emit('sales.channel.sync_failed', { subject: channelUri(id), data })
}

interface Ended {
  channel: StoredChannel
  run: StoredRun
  /** None where the run went well. */
  failure: RunFailure | undefined
  /** Whether the store is what it failed at, and how often it did in a row before. */
  isTheStores: boolean
  failuresBefore: number
}

/** Ends a run of any type, and tells of it where it failed at its store; says how often it failed there in a row now. */
export const endRun = (unit: Unit, { channel, run, failure, isTheStores, failuresBefore }: Ended): number => {
  const { now } = unit
  unit.update(syncRuns, run, {
    status: failure ? 'failed' : 'success',
    completedAt: now.toISOString(),
    durationSeconds: Math.max(0, (now.getTime() - Date.parse(run.startedAt)) / 1000),
    ...failure,
  })
  // Whoever is told of every failing try stops listening; the first says it.
  if (failure && isTheStores && (failuresBefore === 0 || isRefusal(failure.errorCode)))
    tell(unit, channel, run.id, failure)
  if (!failure) return 0
  return failuresBefore + (isTheStores ? 1 : 0)
}

/** Counts of a run for its channel's day. */
export const countRun = (unit: Unit, channel: StoredChannel, zone: string, counts: Record<string, number>): void => {
  for (const each of buildAdditions(
    unit.tenant,
    channel.id,
    chooseCountShard(),
    new Map([[toLocalDay(zone, unit.now), counts]]),
  ))
    unit.add(each)
}
