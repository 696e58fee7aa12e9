import { createBoundedCache } from '../bounded-cache.ts'

/** A civil day, such as 2026-03-31. */
export type Day = string

const formats = createBoundedCache<Intl.DateTimeFormat>(50)

const getDayFormat = (zone: string) => {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(zone, format)
  return format
}

/** Returns the civil day in the zone. */
export const toLocalDay = (zone: string, at: Date): Day => getDayFormat(zone).format(at)

const DAY_MS = 86_400_000

const [FIRST_MS, LAST_MS] = [Date.parse('0000-01-01'), Date.parse('9999-12-31')]

/** Adds days. Stops at the first and at the last day that has a year of four digits, because days are compared as text. */
export const addDays = (day: Day, days: number): Day =>
  new Date(Math.min(Math.max(Date.parse(day) + days * DAY_MS, FIRST_MS), LAST_MS)).toISOString().slice(0, 10)

/** Counts the days from `from` to `to`; below 0 if `to` is earlier. */
export const countDaysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

const MINUTE_MS = 60_000
/** Upper bound of the difference between the start of a zone's day and that of UTC. */
const FARTHEST_MINUTES = 15 * 60

/** Returns the first minute of the day in the zone, or of the next day if the zone skipped this one. */
export const startOfDay = (zone: string, day: Day): Date => {
  const midnight = Date.parse(day)
  let [before, reached] = [-FARTHEST_MINUTES, FARTHEST_MINUTES]
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (toLocalDay(zone, new Date(midnight + middle * MINUTE_MS)) < day) before = middle
    else reached = middle
  }
  return new Date(midnight + reached * MINUTE_MS)
}
