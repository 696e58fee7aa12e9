import type { ConnectorError } from '../../connectors/connector.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { buildAuthBlock, isRefusal } from '../channels/channel-connection.ts'
import { channels } from '../channels/channel-store.ts'
import { countRun, endRun } from '../runs/end-run.ts'
import {
  computeCursor,
  computeNextSync,
  type RunFailure,
  STOPPED,
  type StoredRun,
  type SyncState,
  toRunFailure,
  type WORKER_LOST,
} from '../runs/sync-run.ts'

/** How a run ends: well, by what the store said, or because it was broken off. */
export type Ending = 'success' | ConnectorError | typeof WORKER_LOST | typeof STOPPED

const getFailure = (ending: Ending): RunFailure | undefined => {
  if (ending === 'success') return undefined
  return 'errorCode' in ending ? ending : toRunFailure(ending)
}

const BEGINS_EARLIEST_MS = 60_000

/** What a closed run changes of its channel. */
const changeChannel = (channel: StoredChannel, run: StoredRun, failures: number, ending: Ending, now: Date) => {
  const scheduleAgain = (at: Date) => scheduleSync({ ...channel, dueSk: undefined }, at)
  const { syncIntervalMinutes: minutes } = channel.syncSettings
  if (ending === 'success') {
    const next = Math.max(Date.parse(run.startedAt) + minutes * 60_000, now.getTime() + BEGINS_EARLIEST_MS)
    return { lastSyncAt: now.toISOString(), ...scheduleAgain(new Date(next)) }
  }
  if ('errorCode' in ending) return undefined
  return isRefusal(ending.code)
    ? buildAuthBlock(channel, ending, now)
    : scheduleAgain(computeNextSync(failures, minutes, now))
}

/** Closes the run and says in which state the channel's syncing is left; a closed run never changes again. */
export const closeRun = (
  unit: Unit,
  { channel, run, state, zone }: { channel: StoredChannel; run: StoredRun; state: SyncState; zone: string },
  ending: Ending,
): SyncState => {
  const failure = getFailure(ending)
  const { now } = unit
  const isTheStores = ending !== 'success' && !('errorCode' in ending)
  const failures = endRun(unit, { channel, run, failure, isTheStores, failuresBefore: state.failures })
  const result = failure ? 'syncsFailed' : 'syncsSucceeded'
  countRun(unit, channel, zone, { failed: run.itemsFailed, ...(ending !== STOPPED && { [result]: 1 }) })
  const changes = changeChannel(channel, run, failures, ending, now)
  if (changes) unit.update(channels, channel, changes)
  const { cursor, walk } = state
  const after = ending === 'success' && walk ? computeCursor(cursor, walk) : cursor
  return { failures, ...(after && { cursor: after }), ...(ending !== 'success' && walk && { walk }) }
}
