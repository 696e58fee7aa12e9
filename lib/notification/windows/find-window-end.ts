import type { DigestWindow } from '../../../schemas/notification/digest-window.ts'

/** The window that applies to a recipient. */
export interface DigestChoice {
  window: DigestWindow
  /** Hour of a daily digest in the zone. */
  hour: number
}

const MINUTE_MS = 60_000

/**
 * Returns the end of a window that a message opens now; undefined if messages are not gathered. Loads the calendar only for a
 * daily window, since it is large.
 */
export const findWindowEnd = async (
  { window, hour }: DigestChoice,
  zone: string,
  now: Date,
): Promise<Date | undefined> => {
  if (window === 'off') return undefined
  if (window === 'five_minutes') return new Date(now.getTime() + 5 * MINUTE_MS)
  if (window === 'hourly') return new Date(now.getTime() + 60 * MINUTE_MS)
  const { findNextDailyHour } = await import('./next-daily-hour.ts')
  return findNextDailyHour(hour, zone, now)
}

interface Chosen {
  digestWindow: DigestWindow | null
  digestHour: number | null
}

/** Returns the window of a recipient: its own choice, and the tenant's where it made none. */
export const chooseDigest = (tenant: DigestChoice, own?: Chosen): DigestChoice => ({
  window: own?.digestWindow ?? tenant.window,
  hour: own?.digestHour ?? tenant.hour,
})
