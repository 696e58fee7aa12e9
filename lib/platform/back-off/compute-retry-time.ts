/** Pauses between attempts that fail in a row: each is so many times the one before, from the first to the longest. */
export interface BackOff {
  firstMs: number
  maxMs: number
  /** Two if left out. */
  factor?: number
}

/** Returns the pause after so many attempts that failed in a row. */
export const computePause = (failures: number, { firstMs, maxMs, factor = 2 }: BackOff): number =>
  Math.min(maxMs, firstMs * factor ** Math.max(0, failures - 1))

/** Returns when a pause ends, not before the other system allows the next attempt. */
export const computePauseEnd = (now: Date, pauseMs: number, retryAfterSeconds = 0): Date =>
  new Date(now.getTime() + Math.max(pauseMs, retryAfterSeconds * 1000))

/** Returns the time of the next attempt after so many that failed in a row. */
export const computeRetryTime = (now: Date, failures: number, backOff: BackOff, retryAfterSeconds?: number): Date =>
  computePauseEnd(now, computePause(failures, backOff), retryAfterSeconds)

/** Like `computeRetryTime`, for a thing that does not count its attempts: a pause as long as its age doubles the age. */
export const computeRetryTimeByAge = (
  now: Date,
  since: Date,
  { firstMs, maxMs }: BackOff,
  retryAfterSeconds?: number,
): Date => {
  const pauseMs = Math.min(maxMs, Math.max(firstMs, now.getTime() - since.getTime()))
  return computePauseEnd(now, pauseMs, retryAfterSeconds)
}
