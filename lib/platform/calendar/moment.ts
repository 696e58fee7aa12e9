import { startOfDay } from './day.ts'

export const NOT_A_MOMENT = 'must be an existing date or time'

/** Returns true for a day such as 2026-03-31, false for a time. */
export const isDay = (given: string): boolean => !given.includes('T')

/** Converts a timestamp to UTC; undefined if it does not exist or its year is not between 0 and 9999. */
const toUtc = (timestamp: string): string | undefined => {
  const at = new Date(timestamp)
  const year = at.getUTCFullYear()
  return year >= 0 && year <= 9999 ? at.toISOString() : undefined
}

/** Converts a timestamp, or a day that begins in the zone, to UTC; undefined if it does not exist. */
export const toMoment = (given: string, zone: string): string | undefined => {
  const day = given.slice(0, 10)
  const known = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(known.getTime()) || known.toISOString().slice(0, 10) !== day) return undefined
  return toUtc(isDay(given) ? startOfDay(zone, given).toISOString() : given)
}
