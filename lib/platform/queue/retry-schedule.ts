import { randomUUID } from 'node:crypto'
import { computePauseEnd } from '../back-off/compute-retry-time.ts'
import { parseRetryAfter } from '../back-off/parse-retry-after.ts'
import { claim } from '../store/table/lease.ts'
import type { Key, Table } from '../store/table/table.ts'

/** Time that the first message of a delivery has before another one is enqueued. */
const GRACE_MS = 2 * 60_000
/** Longer than the timeout of a worker. */
const CLAIM_MS = 90_000
/** Pauses after the first, second, … try; the try after the last one ends the delivery. */
const RETRY_MINUTES = [1, 2, 5, 15, 60, 180, 360, 720]
const MAX_RETRY_AFTER_SECONDS = 12 * 3600

const CLAIM = { by: 'claimedBy', until: 'claimedUntil' }
/** Names of the attributes to remove when a try ends. */
export const CLAIM_ATTRIBUTES = `#${CLAIM.by}, #${CLAIM.until}`

const addMilliseconds = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** Returns the time of the next try after a pause, or later if the receiver's `Retry-After` says so, by up to twelve hours. */
export const findNextTry = (now: Date, pauseMs: number, retryAfter: string | undefined): string =>
  computePauseEnd(now, pauseMs, parseRetryAfter(retryAfter, now, MAX_RETRY_AFTER_SECONDS)).toISOString()

export const retrySchedule = {
  /** Returns the time at which a new delivery is enqueued again if it has not ended. */
  firstCheck: (now: Date): string => addMilliseconds(now, GRACE_MS).toISOString(),

  /** Returns the time of the next try after so many failed ones, not before `retryAfter`; undefined after the last one. */
  nextTry(attempts: number, now: Date, retryAfter?: string): string | undefined {
    const minutes = RETRY_MINUTES[attempts - 1]
    return minutes === undefined ? undefined : findNextTry(now, minutes * 60_000, retryAfter)
  },
}

/** Begins a try and returns the item as it is then; undefined if another try is in progress or the status has changed. */
export const beginTry = <T extends Key & { attempts: number; status: string }>(
  db: Table,
  { pk, sk, attempts, status }: T,
  now: Date,
): Promise<T | undefined> =>
  claim<T>(
    db,
    CLAIM,
    { pk, sk },
    { by: randomUUID(), now, until: addMilliseconds(now, CLAIM_MS) },
    {
      set: '#attempts = #attempts + :one',
      when: '#status = :status AND #attempts = :attempts',
      values: { ':one': 1, ':attempts': attempts, ':status': status },
    },
  )

/** Describes an error by its code; its message may hold personal data. */
export const describeError = (error: unknown): string => {
  const { name, code, kind, responseCode, status } = error as Record<string, string | number | undefined>
  return [code ?? kind ?? name ?? 'Error', responseCode ?? status].filter(Boolean).join(' ')
}
