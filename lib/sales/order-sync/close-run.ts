import type { ConnectorError } from '../../connectors/connector.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { nextSync, type StoredChannel } from '../channels/channel.ts'
import { blocked, isRefusal } from '../channels/channel-connection.ts'
import { channels } from '../channels/channel-store.ts'
import { countRun, endRun } from '../runs/end-run.ts'
import {
  cursorAfter,
  failureOf,
  nextAfter,
  type RunFailure,
  STOPPED,
  type StoredRun,
  type SyncState,
  type WORKER_LOST,
} from '../runs/sync-run.ts'

/** How a run ends: well, by what the store said, or because it was broken off. */
export type Ending = 'success' | ConnectorError | typeof WORKER_LOST | typeof STOPPED

const failureIn = (ending: Ending): RunFailure | undefined => {
  if (ending === 'success') return undefined
  return 'errorCode' in ending ? ending : failureOf(ending)
}

const BEGINS_EARLIEST_MS = 60_000

/** What a closed run changes of its channel. */
const followed = (channel: StoredChannel, run: StoredRun, failures: number, ending: Ending, now: Date) => {
  const again = (at: Date) => nextSync({ ...channel, dueSk: undefined }, at)
  const { syncIntervalMinutes: minutes } = channel.syncSettings
  if (ending === 'success') {
    const next = Math.max(Date.parse(run.startedAt) + minutes * 60_000, now.getTime() + BEGINS_EARLIEST_MS)
    return { lastSyncAt: now.toISOString(), ...again(new Date(next)) }
  }
  if ('errorCode' in ending) return undefined
  return isRefusal(ending.code) ? blocked(channel, ending, now) : again(nextAfter(failures, minutes, now))
}

/** Closes the run and says in which state the channel's syncing is left; a closed run never changes again. */
export const closeRun = (
  unit: Unit,
  { channel, run, state, zone }: { channel: StoredChannel; run: StoredRun; state: SyncState; zone: string },
  ending: Ending,
): SyncState => {
  const failure = failureIn(ending)
  const { now } = unit
  const isTheStores = ending !== 'success' && !('errorCode' in ending)
  const failures = endRun(unit, { channel, run, failure, isTheStores, failuresBefore: state.failures })
  const result = failure ? 'syncsFailed' : 'syncsSucceeded'
  countRun(unit, channel, zone, { failed: run.itemsFailed, ...(ending !== STOPPED && { [result]: 1 }) })
  const changes = followed(channel, run, failures, ending, now)
  if (changes) unit.update(channels, channel, changes)
  const { cursor, walk } = state
  const after = ending === 'success' && walk ? cursorAfter(cursor, walk) : cursor
  return { failures, ...(after && { cursor: after }), ...(ending !== 'success' && walk && { walk }) }
}
