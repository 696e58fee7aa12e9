/** Pauses between attempts that fail in a row: they double from the first one to the longest. */
export interface BackOff {
  firstMs: number
  maxMs: number
}

/** Returns the time of the next attempt after so many that failed in a row, not before the other system allows it. */
export const computeRetryTime = (
  now: Date,
  failures: number,
  { firstMs, maxMs }: BackOff,
  retryAfterSeconds = 0,
): Date => {
  const pauseMs = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
  return new Date(now.getTime() + Math.max(pauseMs, retryAfterSeconds * 1000))
}
