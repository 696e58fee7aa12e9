import type { ConnectorError } from '../../connectors/connector.ts'
import { computePauseEnd, computeRetryTime } from '../../platform/back-off/compute-retry-time.ts'
import type { Id } from '../../platform/id.ts'
import { type Due, getDuePartition } from '../../platform/store/table/due.ts'
import type { Step } from '../runs/next-step.ts'
import { isRunEnding } from './catalog-run.ts'

export interface PartitionName {
  channelId: Id
  runId: Id
  index: number
}

/** One of the parallel parts of a catalog run. */
export interface Partition extends PartitionName, Due {
  /** The job's own; undefined at the beginning of the run. */
  cursor?: unknown
  /** True once nothing but the end of the partition remains. */
  isDone?: boolean
  /** Failed tries of the current part. */
  tries: number
  /** Parts in a row that were given up. */
  givenUp?: number
  /** Time at which a part was recorded last. */
  movedAt: string
  /** Workers in a row that died without recording anything. */
  lost?: number
  leaseBy?: string
  leaseUntil?: string
}

/** Number of partitions of a push. */
export const PUSH_PARTITIONS = 4

export const schedulePartition = ({ runId }: PartitionName, at: Date): Due => ({
  duePk: getDuePartition('run-partition', runId),
  dueSk: at.toISOString(),
})

const MAX_STANDSTILL_MS = 24 * 3600_000

/** A partition that killed so many workers would kill the next one too. */
const MAX_LOST_WORKERS = 20

/** Returns true for a partition without progress, which would hold up its run and the request that waits for it. */
export const isStalled = ({ movedAt, lost = 0 }: Partition, now: Date): boolean =>
  lost >= MAX_LOST_WORKERS || now.getTime() - Date.parse(movedAt) > MAX_STANDSTILL_MS

const MAX_TRIES = 5
/** A shop that fails with more parts in a row is not asked for the others. */
const MAX_GIVEN_UP = 2
const BACK_OFF = { firstMs: 30_000, maxMs: 300_000 }
const DEFAULT_PAUSE_S = 60

/** Returns the time of the next try of a part after so many failed ones. */
const computeNextTry = ({ code, retryAfterSeconds }: ConnectorError, tries: number, now: Date): Date =>
  code === 'RATE_LIMITED'
    ? computePauseEnd(now, 0, retryAfterSeconds ?? DEFAULT_PAUSE_S)
    : computeRetryTime(now, tries, BACK_OFF, retryAfterSeconds)

/** Decides how a partition continues after the shop failed with one of its parts. A rate limit is no failed try. */
export const decideAfterPartFailure = (
  error: ConnectorError,
  { tries: before, givenUp = 0 }: Pick<Partition, 'tries' | 'givenUp'>,
  canGiveUp: boolean,
  now: Date,
): Step | { do: 'give up' } => {
  if (isRunEnding(error)) return { do: 'close', ending: error }
  const tries = before + (error.code === 'RATE_LIMITED' ? 0 : 1)
  if (tries < MAX_TRIES) return { do: 'leave', until: computeNextTry(error, tries, now), tries }
  return canGiveUp && givenUp < MAX_GIVEN_UP ? { do: 'give up' } : { do: 'close', ending: error }
}
