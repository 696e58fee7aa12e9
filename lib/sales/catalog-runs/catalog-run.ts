import type { SyncRecord } from '../../../schemas/sales/sync.ts'
import type { ConnectorError, ConnectorErrorCode, Store } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { type Due, getDuePartition } from '../../platform/store/table/due.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { AUTHORIZATION_PENDING, isAuthorizationPending, type StoredChannel } from '../channels/channel.ts'
import { type RunFailure, STOPPED, type StoredRun, toRunFailure } from '../runs/sync-run.ts'

/** Runs of a channel's catalog and stock, beside those of its orders; a channel has one of each type at a time. */
export const CATALOG_RUNS = ['products', 'products_push', 'inventory_push'] as const
export type CatalogRunType = (typeof CATALOG_RUNS)[number]

export interface Asked {
  /** Also what the store is known to show already, or to refuse. */
  force: boolean
  /** The run whose failed records are to be done again, and nothing else. */
  retryOf?: Id
}

export interface CatalogRun extends StoredRun {
  type: CatalogRunType
  force?: boolean
  retryOf?: Id
  lanesLeft: number
}

/** Which of a channel's runs of a type is under way, and what waits for it to end. */
export interface Slot {
  rev: number
  runId?: Id
  waiting?: Asked
  /** Runs that failed since the last that did not. */
  failures: number
}

export interface LaneName {
  channelId: Id
  runId: Id
  lane: number
}

/** One of the sequences that a run is worked in, beside each other. */
export interface Lane extends LaneName, Due {
  /** The job's own; undefined at the beginning of the run. */
  place?: unknown
  /** Nothing is left of it but its end. */
  isDone?: boolean
  /** Of the part that is being worked at. */
  tries: number
  /** Parts in a row that were given up. */
  givenUp?: number
  /** When anything of it was settled last. */
  movedAt: string
  /** Workers that were lost at it, one after another, and left nothing settled. */
  lost?: number
  leaseBy?: string
  leaseUntil?: string
}

/** Lanes that a push is worked in. */
export const PUSH_LANES = 4

export const scheduleLane = ({ runId }: LaneName, at: Date): Due => ({
  duePk: getDuePartition('run-lane', runId),
  dueSk: at.toISOString(),
})

export type NewRecord = Omit<SyncRecord, 'id' | 'syncId' | 'occurredAt'>

/** What a transaction of a lane comes to. */
export interface Settled<Place> {
  /** Where the lane goes on; null where nothing is left of it. */
  place: Place | null
  /** Items that were seen with it and are to be dealt with. */
  seen?: number
  /** One for each item that is dealt with; it is kept, and the run's counts follow it. */
  records?: readonly NewRecord[]
  /** Further lanes, at most three, that begin with it, each at a place of its own. */
  opens?: readonly Place[]
}

/** What a transaction of a lane needs beside what the job writes and one action for each record. */
export const ACTIONS_OF_A_LANE = 6

export interface LaneWork<Place> {
  app: App
  tenant: Id
  /** As it is now: active, and not refused by its store. */
  channel: StoredChannel
  /** As it was when the part began. */
  run: CatalogRun
  lane: number
  /** Undefined at the beginning of the run's first lane. */
  place: Place | undefined
  log: Log
  hasTime: () => boolean
  /** The channel's store; throws `ConnectorError`. */
  store(): Promise<Store>
  /**
   * One transaction: what `work` writes through its unit, the records, the run's counts and the lane's place, as long as
   * the lane is still this worker's. Where data changed meanwhile, `work` is done again.
   */
  settle(work: (unit: Unit) => Promise<Settled<Place>>): Promise<void>
}

/** What is to be done in a lane. Each part may be done again by another worker from the last place that was settled. */
export interface LaneJob<Place> {
  /** Works on for one call of the store or so, and settles it. A `ConnectorError` has the part tried again, ever later. */
  part(work: LaneWork<Place>): Promise<void>
  /** Settles as failed what a part could not do however often it was tried; without it the run fails. */
  giveUp?(work: LaneWork<Place>, error: ConnectorError): Promise<void>
}

/** What ends a run whatever is left of it: nothing but a change of the channel would help. */
const ENDING: readonly ConnectorErrorCode[] = [
  'AUTH_FAILED',
  'AUTHORIZATION_PENDING',
  'INSUFFICIENT_SCOPE',
  'STORE_NOT_FOUND',
  'INVALID_CONFIG',
]

export const isRunEnding = ({ code }: ConnectorError): boolean => ENDING.includes(code)

export const MAX_TRIES = 5
/** A store that fails with more parts in a row is not worth asking for the rest. */
export const MAX_GIVEN_UP = 2
const FIRST_PAUSE_MS = 15_000
const DEFAULT_PAUSE_MS = 60_000

/** When a part that failed so often is tried again. */
export const computeRetryTime = ({ code, retryAfterSeconds }: ConnectorError, tries: number, now: Date): Date => {
  const told = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000
  const pause = code === 'RATE_LIMITED' ? (told ?? DEFAULT_PAUSE_MS) : Math.max(told ?? 0, FIRST_PAUSE_MS * 2 ** tries)
  return new Date(now.getTime() + pause)
}

const MAX_STANDSTILL_MS = 24 * 3600_000

/** What takes so many workers with it takes the next one, too. */
const MAX_LOST_WORKERS = 20

/** A lane that does not get on holds up its run, and whatever waits for that. */
export const isStalled = ({ movedAt, lost = 0 }: Lane, now: Date): boolean =>
  lost >= MAX_LOST_WORKERS || now.getTime() - Date.parse(movedAt) > MAX_STANDSTILL_MS

const REFUSED: RunFailure = {
  errorCode: 'AUTH_FAILED',
  errorCategory: 'authentication',
  errorMessage: 'The store refuses the credentials; it is not asked again until there are others.',
}

/** Why nothing more is to be done for the channel; undefined where it is to go on. */
export const explainStop = (
  channel: Pick<StoredChannel, 'status' | 'authFailedAt' | 'connectionStatus'>,
  isTenantClosed: boolean,
): RunFailure | undefined => {
  if (isTenantClosed || channel.status !== 'active') return STOPPED
  if (isAuthorizationPending(channel)) return toRunFailure(AUTHORIZATION_PENDING)
  return channel.authFailedAt ? REFUSED : undefined
}

export const mergeRequests = (before: Asked | undefined, { force }: Asked): Asked => ({
  force: force || (before?.force ?? false),
})

type Counts = Partial<
  Record<'itemsSynced' | 'itemsFailed' | 'itemsUnchanged' | 'itemsSkipped' | 'itemsPending' | 'recorded', number>
>

/** What settling these records adds to a run's counts. */
export const countRecords = (seen: number, records: readonly NewRecord[], kept: number): Counts => {
  const countActions = (...actions: NewRecord['action'][]) =>
    records.filter(({ action }) => actions.includes(action)).length
  return {
    itemsPending: seen - records.length,
    itemsSynced: countActions('created', 'updated', 'accepted'),
    itemsFailed: countActions('failed'),
    itemsUnchanged: countActions('unchanged'),
    itemsSkipped: countActions('skipped'),
    recorded: kept,
  }
}
