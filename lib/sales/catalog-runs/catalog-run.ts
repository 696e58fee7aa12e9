import type { ConnectorError, ConnectorErrorCode } from '../../connectors/connector.ts'
import type { Id } from '../../platform/id.ts'
import { AUTHORIZATION_PENDING, isAuthorizationPending, type StoredChannel } from '../channels/channel.ts'
import { type RunFailure, STOPPED, toRunFailure } from '../runs/run-failure.ts'
import type { StoredRun } from '../runs/stored-run.ts'
import type { NewSyncRecord } from '../runs/sync-record.ts'

/** Types of runs that are done in partitions; a channel has one run of each type at a time. */
export const CATALOG_RUNS = ['products', 'products_push', 'inventory_push', 'reconcile'] as const
export type CatalogRunType = (typeof CATALOG_RUNS)[number]

/** Orders that a run compares with their shop: those that were placed from one moment on until before another. */
export interface ReconcileWindow {
  from: string
  until: string
  /** True if what differs is mended, and not only reported. */
  applies: boolean
  /** True if nobody asked for it: the comparison of each day, whose window moves on with the days. */
  isDaily?: true
}

export interface RunRequest {
  /** Also sends what the shop is known to show already, or to refuse. */
  force: boolean
  /** The run whose failed records are done again; nothing else is. */
  retryOf?: Id
  /** The variants to push, at most `MAX_NAMED_VARIANTS`; without it, all that the channel shows. */
  only?: readonly Id[]
  /** Also asks the shop for quantities that did not change here; a run for all variants always does. */
  comparesAll?: true
  window?: ReconcileWindow
}

/** Variants that a request of a run names; a request for more of them is one for all. */
export const MAX_NAMED_VARIANTS = 500

export interface CatalogRun extends StoredRun {
  type: CatalogRunType
  force?: boolean
  retryOf?: Id
  only?: readonly Id[]
  comparesAll?: true
  window?: ReconcileWindow
  /** Partitions that have not ended. */
  partitionsLeft: number
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

/** Returns the variants of both requests; undefined if one of them is for all, or they are too many. */
const mergeVariants = (before: RunRequest, next: RunRequest): readonly Id[] | undefined => {
  if (!before.only || !next.only) return undefined
  const all = [...new Set([...before.only, ...next.only])].sort()
  return all.length > MAX_NAMED_VARIANTS ? undefined : all
}

export const mergeRequests = (
  before: RunRequest | undefined,
  { retryOf: _retryOf, ...next }: RunRequest,
): RunRequest => {
  if (!before) return next
  const only = mergeVariants(before, next)
  const comparesAll = next.comparesAll ?? before.comparesAll
  return { force: next.force || before.force, ...(only && { only }), ...(comparesAll && { comparesAll }) }
}

/** Tells whether the requests ask for the same work. */
export const isSameRequest = (a: RunRequest | undefined, b: RunRequest): boolean =>
  a?.force === b.force && a.comparesAll === b.comparesAll && JSON.stringify(a.only) === JSON.stringify(b.only)

type Counts = Partial<
  Record<
    'itemsSynced' | 'itemsFailed' | 'itemsUnchanged' | 'itemsSkipped' | 'itemsPending' | 'itemsFound' | 'recorded',
    number
  >
>

/**
 * Computes what these records add to the counts of a run; `kept` of them are stored. `unchanged` items have no record.
 */
export const countRecords = (
  seen: number,
  records: readonly NewSyncRecord[],
  { kept, unchanged }: { kept: number; unchanged: number },
): Counts => {
  const countActions = (...actions: NewSyncRecord['action'][]) =>
    records.filter(({ action }) => actions.includes(action)).length
  return {
    itemsPending: seen - records.length,
    itemsSynced: countActions('created', 'updated', 'accepted'),
    itemsFailed: countActions('failed'),
    itemsUnchanged: countActions('unchanged') + unchanged,
    itemsSkipped: countActions('skipped'),
    itemsFound: records.filter(({ finding }) => finding !== null).length,
    recorded: kept,
  }
}
