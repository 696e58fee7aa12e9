import { createHash } from 'node:crypto'
import { findNextTry } from '../../../platform/queue/retry-schedule.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Pauses after the first, second, … failed attempt; the attempt after the last one ends the delivery. */
const PAUSES_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS]

export const MAX_ATTEMPTS = PAUSES_MS.length + 1

/** Part by which a pause is longer at most, so that deliveries that failed together are not sent together again. */
const MAX_JITTER = 0.1

/** Returns a fraction from 0 to 1 that differs between deliveries and attempts and is always the same for one. */
const getFraction = (deliveryId: string, attempts: number) =>
  createHash('sha256').update(`${deliveryId} ${attempts}`).digest().readUInt32BE(0) / 2 ** 32

/**
 * Returns the time of the next attempt after so many failed ones, not before the answer's `Retry-After`, which counts for
 * twelve hours at most; undefined after the last one.
 */
export const planRetry = (deliveryId: string, attempts: number, now: Date, retryAfter?: string): string | undefined => {
  const pause = PAUSES_MS[attempts - 1]
  if (pause === undefined) return undefined
  const wait = pause * (1 + MAX_JITTER * getFraction(deliveryId, attempts))
  return findNextTry(now, Math.ceil(wait), retryAfter)
}
