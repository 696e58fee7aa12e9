import { computeRetryTime } from '../../platform/back-off/compute-retry-time.ts'
import type { Id } from '../../platform/id.ts'
import type { Looking } from './looking.ts'

/** Position in a shop's orders; all orders that changed before it are imported. */
export interface OrderCursor {
  modifiedAt: string
  ref: string
}

/** Progress through the orders that changed in a shop since a time, page by page; it outlives the run that began it. */
export interface OrderWalk {
  begunAt: string
  since: string
  /** Time since which changes without a date are looked for; null if no walk was complete yet. */
  lateSince: string | null
  /** The shop's cursor of the next page; null at the beginning. */
  page: string | null
  /** Latest order that was seen. */
  highest: OrderCursor | null
  /** Earliest order that failed and is worth another try. */
  failed: OrderCursor | null
}

/** State of a channel's order sync between runs. */
export interface SyncState {
  cursor?: OrderCursor
  /** When the last complete walk began. */
  walkedAt?: string
  walk?: OrderWalk
  /** When the last daily comparison with the shop was requested. */
  reconciledAt?: string
  looking?: Looking
  runId?: Id
  /** Failed runs since the last successful one. */
  failures: number
  leaseBy?: string
  leaseUntil?: string
}

/** Orders from shortly before the cursor are read again, since shops may write changes down late. */
export const OVERLAP_MS = 5 * 60_000
const DAY_MS = 24 * 3600_000

const isLater = (a: OrderCursor, b: OrderCursor) =>
  a.modifiedAt > b.modifiedAt || (a.modifiedAt === b.modifiedAt && a.ref > b.ref)

const chooseLater = (a: OrderCursor | null, b: OrderCursor): OrderCursor => (a && isLater(a, b) ? a : b)
const chooseEarlier = (a: OrderCursor | null, b: OrderCursor): OrderCursor => (a && isLater(b, a) ? a : b)

export const beginWalk = (
  { cursor, walkedAt }: Pick<SyncState, 'cursor' | 'walkedAt'>,
  daysToLookBack: number,
  now: Date,
): OrderWalk => {
  const since = cursor ? Date.parse(cursor.modifiedAt) - OVERLAP_MS : now.getTime() - daysToLookBack * DAY_MS
  const lateSince = walkedAt ? Math.min(since, Date.parse(walkedAt) - OVERLAP_MS) : null
  return {
    begunAt: now.toISOString(),
    since: new Date(since).toISOString(),
    lateSince: lateSince === null ? null : new Date(lateSince).toISOString(),
    page: null,
    highest: null,
    failed: null,
  }
}

/** Returns the time from which on the channel imports orders of its shop. */
export const findPlacedSince = (createdAt: string, daysToLookBack: number): Date =>
  new Date(Date.parse(createdAt) - daysToLookBack * DAY_MS)

/**
 * Returns the walk after an order was seen. A failed order holds the cursor back for as long as the channel looks back.
 * After that it is skipped, or every run would read all later orders again.
 */
export const advanceWalk = (
  walk: OrderWalk,
  { ref, modifiedAt }: { ref: string; modifiedAt: string | null },
  { isFailed, daysToLookBack, now }: { isFailed: boolean; daysToLookBack: number; now: Date },
): OrderWalk => {
  const at = { ref, modifiedAt: modifiedAt ?? walk.since }
  const isWorthIt = Date.parse(at.modifiedAt) > now.getTime() - daysToLookBack * DAY_MS
  return {
    ...walk,
    ...(modifiedAt && { highest: chooseLater(walk.highest, at) }),
    ...(isFailed && isWorthIt && { failed: chooseEarlier(walk.failed, at) }),
  }
}

/**
 * Returns the cursor from which the next walk begins once this one is complete. It is never after the beginning of this one:
 * a shop whose clock was ahead for a while dates later orders before those that it dated then.
 */
export const computeCursor = (
  cursor: OrderCursor | undefined,
  { begunAt, failed, highest }: OrderWalk,
): OrderCursor | undefined => {
  if (failed) return failed
  const seen = highest && highest.modifiedAt > begunAt ? { modifiedAt: begunAt, ref: '' } : highest
  return seen && (!cursor || isLater(seen, cursor)) ? seen : cursor
}

const MAX_BACKOFF_MS = 6 * 3600_000

/** Returns the time of the next sync after so many failures in a row, not before the shop allows it. */
export const computeNextSync = (
  failures: number,
  intervalMinutes: number,
  now: Date,
  retryAfterSeconds?: number,
): Date => {
  const firstMs = intervalMinutes * 60_000
  return computeRetryTime(now, failures, { firstMs, maxMs: Math.max(firstMs, MAX_BACKOFF_MS) }, retryAfterSeconds)
}

/**
 * Returns the time of the next sync after the settings of the channel were changed: at once, unless the shop failed or asked
 * to wait. An open run goes on when it is due; after failures, which the change may have ended, one interval passes.
 */
export const computeSyncAfterChange = (
  { runId, failures }: Pick<SyncState, 'runId' | 'failures'>,
  dueAt: string | undefined,
  intervalMinutes: number,
  now: Date,
): Date => {
  if (runId && dueAt) return new Date(dueAt)
  return failures ? computeNextSync(1, intervalMinutes, now) : now
}
