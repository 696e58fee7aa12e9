import type { SyncRecord, SyncRun } from '../../../schemas/sales/sync.ts'
import type { ConnectorErrorCode } from '../../connectors/connector.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { StoredOrder } from '../orders/order.ts'

export interface StoredRun extends Omit<SyncRun, keyof Stored>, Stored {
  /** How many records are kept of it. */
  recorded: number
}

/** Up to where a store's orders are known: everything changed before has been taken in. */
export interface Cursor {
  modifiedAt: string
  ref: string
}

/** Going through what changed in a store since a time, page by page; it outlives the run that began it. */
export interface Walk {
  since: string
  /** Where the store goes on; null at the beginning. */
  page: string | null
  /** The last of what was seen. */
  highest: Cursor | null
  /** The first of what could not be taken in and is worth coming back to. */
  failed: Cursor | null
}

export interface SyncState {
  cursor?: Cursor
  walk?: Walk
  runId?: Id
  /** Runs that failed since the last that did not. */
  failures: number
  leaseBy?: string
  leaseUntil?: string
}

/** Reading again what lies shortly before the cursor finds what a store wrote down late. */
export const OVERLAP_MS = 5 * 60_000
const DAY_MS = 24 * 3600_000

const isLater = (a: Cursor, b: Cursor) =>
  a.modifiedAt > b.modifiedAt || (a.modifiedAt === b.modifiedAt && a.ref > b.ref)

const chooseLater = (a: Cursor | null, b: Cursor): Cursor => (a && isLater(a, b) ? a : b)
const chooseEarlier = (a: Cursor | null, b: Cursor): Cursor => (a && isLater(b, a) ? a : b)

export const beginWalk = (cursor: Cursor | undefined, daysToLookBack: number, now: Date): Walk => {
  const since = cursor ? Date.parse(cursor.modifiedAt) - OVERLAP_MS : now.getTime() - daysToLookBack * DAY_MS
  return { since: new Date(since).toISOString(), page: null, highest: null, failed: null }
}

/**
 * The walk after a record was seen. One that failed holds the cursor up for as long as the channel looks back; from then
 * on a record that stays broken is left behind, or every run would read all that came after it.
 */
export const advanceWalk = (
  walk: Walk,
  { ref, modifiedAt }: { ref: string; modifiedAt: string | null },
  { isFailed, daysToLookBack, now }: { isFailed: boolean; daysToLookBack: number; now: Date },
): Walk => {
  const at = { ref, modifiedAt: modifiedAt ?? walk.since }
  const isWorthIt = Date.parse(at.modifiedAt) > now.getTime() - daysToLookBack * DAY_MS
  return {
    ...walk,
    ...(modifiedAt && { highest: chooseLater(walk.highest, at) }),
    ...(isFailed && isWorthIt && { failed: chooseEarlier(walk.failed, at) }),
  }
}

/** Where the next walk begins when this one has come to its end. */
export const computeCursor = (cursor: Cursor | undefined, { failed, highest }: Walk): Cursor | undefined =>
  failed ?? (highest && (!cursor || isLater(highest, cursor)) ? highest : cursor)

const CATEGORIES: Record<ConnectorErrorCode, string> = {
  AUTH_FAILED: 'authentication',
  AUTHORIZATION_PENDING: 'authentication',
  INSUFFICIENT_SCOPE: 'authentication',
  STORE_NOT_FOUND: 'configuration',
  INVALID_CONFIG: 'configuration',
  RATE_LIMITED: 'rate_limit',
  STORE_UNAVAILABLE: 'upstream',
  UPSTREAM_ERROR: 'upstream',
}

/** Why a run failed. */
export interface RunFailure {
  errorCode: string
  errorCategory: string
  errorMessage: string
}

export const toRunFailure = ({ code, message }: { code: ConnectorErrorCode; message: string }): RunFailure => ({
  errorCode: code,
  errorCategory: CATEGORIES[code],
  errorMessage: message,
})

export const WORKER_LOST: RunFailure = {
  errorCode: 'INTERRUPTED',
  errorCategory: 'internal',
  errorMessage: 'The run broke off; the next goes on where it stopped.',
}

export const STOPPED: RunFailure = {
  errorCode: 'STOPPED',
  errorCategory: 'stopped',
  errorMessage: 'The channel was paused, disconnected or no longer to be synced.',
}

const MAX_BACKOFF_MS = 6 * 3600_000

/** When to sync again after so many failures in a row. */
export const computeNextSync = (failures: number, intervalMinutes: number, now: Date): Date => {
  const interval = intervalMinutes * 60_000
  const pause = Math.min(interval * 2 ** Math.min(Math.max(failures - 1, 0), 12), Math.max(interval, MAX_BACKOFF_MS))
  return new Date(now.getTime() + pause)
}

const COMPARED = ['status', 'platformStatus', 'number', 'currency', 'total', 'placedAt'] as const
/** Of these it is told that they changed; what they say is about a person or long. */
const NAMED = ['customer', 'shippingAddress', 'billingAddress', 'lineItems'] as const

const toText = (value: string | number | null) => (value === null ? null : String(value))

export const listChanges = (before: StoredOrder | undefined, after: StoredOrder): SyncRecord['changes'] => {
  if (!before) return []
  return [
    ...COMPARED.filter((field) => before[field] !== after[field]).map((field) => ({
      field,
      from: toText(before[field]),
      to: toText(after[field]),
    })),
    ...NAMED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])).map((field) => ({
      field,
      from: null,
      to: null,
    })),
  ]
}
