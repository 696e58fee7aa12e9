import type { ConnectorError, ConnectorErrorCode } from '../../connectors/connector.ts'
import type { Id } from '../../platform/id.ts'
import { AUTHORIZATION_PENDING, isAuthorizationPending, type StoredChannel } from '../channels/channel.ts'
import { type RunFailure, STOPPED, toRunFailure } from '../runs/run-failure.ts'
import type { NewRecord } from '../runs/sync-record.ts'
import type { StoredRun } from '../runs/sync-run.ts'

/** Types of runs of a channel's products and stock; a channel has one run of each type at a time. */
export const CATALOG_RUNS = ['products', 'products_push', 'inventory_push'] as const
export type CatalogRunType = (typeof CATALOG_RUNS)[number]

export interface RunRequest {
  /** Also sends what the shop is known to show already, or to refuse. */
  force: boolean
  /** The run whose failed records are done again; nothing else is. */
  retryOf?: Id
}

export interface CatalogRun extends StoredRun {
  type: CatalogRunType
  force?: boolean
  retryOf?: Id
  /** Partitions that have not ended; stored under their older name. */
  lanesLeft: number
}

/** The open run of a channel and type, and the request that waits for its end. */
export interface Slot {
  rev: number
  runId?: Id
  waiting?: RunRequest
  /** Failed runs since the last successful one. */
  failures: number
}

/** Errors that end a run at once, since only a change of the channel helps. */
const ENDING: readonly ConnectorErrorCode[] = [
  'AUTH_FAILED',
  'AUTHORIZATION_PENDING',
  'INSUFFICIENT_SCOPE',
  'STORE_NOT_FOUND',
  'INVALID_CONFIG',
]

export const isRunEnding = ({ code }: ConnectorError): boolean => ENDING.includes(code)

const REFUSED: RunFailure = {
  errorCode: 'AUTH_FAILED',
  errorCategory: 'authentication',
  errorMessage: 'The shop rejects the credentials. Update them to continue.',
}

/** Returns why a channel must not be worked on; undefined if it may be. */
export const explainStop = (
  channel: Pick<StoredChannel, 'status' | 'authFailedAt' | 'connectionStatus'>,
  isTenantClosed: boolean,
): RunFailure | undefined => {
  if (isTenantClosed || channel.status !== 'active') return STOPPED
  if (isAuthorizationPending(channel)) return toRunFailure(AUTHORIZATION_PENDING)
  return channel.authFailedAt ? REFUSED : undefined
}

export const mergeRequests = (before: RunRequest | undefined, { force }: RunRequest): RunRequest => ({
  force: force || (before?.force ?? false),
})

type Counts = Partial<
  Record<'itemsSynced' | 'itemsFailed' | 'itemsUnchanged' | 'itemsSkipped' | 'itemsPending' | 'recorded', number>
>

/** Computes what these records add to the counts of a run; `kept` of them are stored. */
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
