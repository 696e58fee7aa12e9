import { ConnectorError } from '../../connectors/connector.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { buildAuthBlock, isRefusal } from '../channels/channel-connection.ts'
import { channels } from '../channels/channel-store.ts'
import { countRun, endRun } from '../runs/end-run.ts'
import { type Ending, getFailure, STOPPED } from '../runs/run-failure.ts'
import type { StoredRun } from '../runs/sync-run.ts'
import { computeCursor, computeNextSync, type SyncState } from './order-walk.ts'

const MIN_PAUSE_MS = 60_000

/** Returns the changes of the channel when its run is closed; undefined if there are none. */
const changeChannel = (channel: StoredChannel, run: StoredRun, failures: number, ending: Ending, now: Date) => {
  const scheduleAgain = (at: Date) => scheduleSync({ ...channel, dueSk: undefined }, at)
  const { syncIntervalMinutes: minutes } = channel.syncSettings
  if (ending === 'success') {
    const next = Math.max(Date.parse(run.startedAt) + minutes * 60_000, now.getTime() + MIN_PAUSE_MS)
    return { lastSyncAt: now.toISOString(), ...scheduleAgain(new Date(next)) }
  }
  if (!(ending instanceof ConnectorError)) return undefined
  return isRefusal(ending.code)
    ? buildAuthBlock(channel, ending, now)
    : scheduleAgain(computeNextSync(failures, minutes, now))
}

/** Closes the run and returns the state of the channel's sync after it; a closed run never changes again. */
export const closeRun = (
  unit: Unit,
  { channel, run, state, zone }: { channel: StoredChannel; run: StoredRun; state: SyncState; zone: string },
  ending: Ending,
): SyncState => {
  const failure = getFailure(ending)
  const { now } = unit
  const isShopFailure = ending instanceof ConnectorError
  const failures = endRun(unit, { channel, run, failure, isShopFailure, failuresBefore: state.failures })
  const result = failure ? 'syncsFailed' : 'syncsSucceeded'
  countRun(unit, channel, zone, { failed: run.itemsFailed, ...(ending !== STOPPED && { [result]: 1 }) })
  const changes = changeChannel(channel, run, failures, ending, now)
  if (changes) unit.update(channels, channel, changes)
  const { cursor, walk } = state
  const after = ending === 'success' && walk ? computeCursor(cursor, walk) : cursor
  return { failures, ...(after && { cursor: after }), ...(ending !== 'success' && walk && { walk }) }
}
