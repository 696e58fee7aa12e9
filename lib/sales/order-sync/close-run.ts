import { ConnectorError } from '../../connectors/connector.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildAuthBlock, hasCredentialsOf, isRefusal, type OpenedChannel } from '../channels/auth-block.ts'
import { type StoredChannel, scheduleSync } from '../channels/channel.ts'
import { channels } from '../channels/channel-store.ts'
import { clearFailedStatus } from '../channels/failed-status.ts'
import { countRun, endRun } from '../runs/end-run.ts'
import { type Ending, getFailure, STOPPED } from '../runs/run-failure.ts'
import type { StoredRun } from '../runs/stored-run.ts'
import { computeCursor, computeNextSync, type SyncState } from './order-walk.ts'

const MIN_PAUSE_MS = 60_000

interface Closing {
  channel: StoredChannel
  /** The walk of the run began at this time, and nothing that happened later was looked for. */
  begunAt: string
  /** True if the shop was asked with the present credentials; what it answered to others says nothing about them. */
  isCurrent: boolean
}

/** Returns the changes of the channel when its run is closed; undefined if there are none. */
const changeChannel = ({ channel, begunAt, isCurrent }: Closing, failures: number, ending: Ending, now: Date) => {
  const scheduleAgain = (at: Date) => scheduleSync({ ...channel, dueSk: undefined }, at)
  const { syncIntervalMinutes: minutes } = channel.syncSettings
  if (ending === 'success') {
    const next = Math.max(Date.parse(begunAt) + minutes * 60_000, now.getTime() + MIN_PAUSE_MS)
    const status = isCurrent && !channel.authFailedAt ? clearFailedStatus(channel, now) : {}
    return { lastSyncAt: now.toISOString(), ...status, ...scheduleAgain(new Date(next)) }
  }
  if (!(ending instanceof ConnectorError)) return undefined
  if (!isRefusal(ending.code)) return scheduleAgain(computeNextSync(failures, minutes, now, ending.retryAfterSeconds))
  return isCurrent ? buildAuthBlock(channel, ending, now) : scheduleAgain(now)
}

interface Closed extends Omit<Closing, 'begunAt' | 'isCurrent'> {
  run: StoredRun
  /** The channel with whose credentials the shop was asked last; undefined if it was not asked. */
  opened: OpenedChannel | undefined
  state: SyncState
  zone: string
}

/** Closes the run and returns the state of the channel's sync after it; a closed run never changes again. */
export const closeRun = async (
  db: Table,
  unit: Unit,
  { channel, run, opened, state, zone }: Closed,
  ending: Ending,
): Promise<SyncState> => {
  const failure = getFailure(ending)
  const { now } = unit
  const isShopFailure = ending instanceof ConnectorError
  const isCurrent = opened !== undefined && hasCredentialsOf(channel, opened)
  const blocksChannel = isCurrent && isShopFailure && isRefusal(ending.code)
  const { failures: failuresBefore } = state
  const failures = await endRun(db, unit, { channel, run, failure, isShopFailure, blocksChannel, failuresBefore })
  const result = failure ? 'syncsFailed' : 'syncsSucceeded'
  countRun(unit, channel, zone, { failed: run.itemsFailed, ...(ending !== STOPPED && { [result]: 1 }) })
  const { cursor, walk, walkedAt: before, looking } = state
  const begunAt = walk?.begunAt ?? run.startedAt
  const changes = changeChannel({ channel, begunAt, isCurrent }, failures, ending, now)
  if (changes) unit.update(channels, channel, changes)
  const isComplete = ending === 'success'
  const after = isComplete && walk ? computeCursor(cursor, walk) : cursor
  const walkedAt = isComplete && walk ? walk.begunAt : before
  return {
    failures,
    ...(after && { cursor: after }),
    ...(walkedAt && { walkedAt }),
    ...(looking && { looking }),
    ...(!isComplete && walk && { walk }),
  }
}
