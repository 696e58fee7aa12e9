const DAY_MS = 24 * 3_600_000

const MAX_FAILING_MS = 5 * DAY_MS
const WARNING_MS = 4 * DAY_MS

/** The record of an endpoint's failures. Both times end with the next success. */
export interface Failures {
  /** Time of the first failure after the last success. */
  failingSince?: string
  /** Time at which people were warned. */
  warnedAt?: string
}

/**
 * Decides what follows from a failure at `now`. An endpoint is disabled after five days with nothing but failures, and people
 * are warned at least a day before. Three failures are needed, each at least a day after the one before, so a single outage
 * of hours disables nothing.
 */
export const decideHealth = ({ failingSince, warnedAt }: Failures, now: Date): 'disable' | 'warn' | undefined => {
  if (failingSince === undefined) return undefined
  const failingMs = now.getTime() - Date.parse(failingSince)
  if (failingMs < WARNING_MS) return undefined
  if (warnedAt === undefined) return 'warn'
  return failingMs >= MAX_FAILING_MS && now.getTime() - Date.parse(warnedAt) >= DAY_MS ? 'disable' : undefined
}

/** Returns the earliest time at which the endpoint is disabled after a warning at `now`. */
export const findDisablingTime = (failingSince: string, now: Date): Date =>
  new Date(Math.max(Date.parse(failingSince) + MAX_FAILING_MS, now.getTime() + DAY_MS))
