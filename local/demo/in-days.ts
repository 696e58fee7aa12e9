const DAY_MS = 24 * 3600_000

/** Returns the day (UTC) so many days from today. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
