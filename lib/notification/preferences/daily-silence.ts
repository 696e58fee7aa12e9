import { Temporal } from 'temporal-polyfill'
import type { DoNotDisturb, Silence } from './do-not-disturb.ts'

/** The first moment at which the clock there shows this or something later. */
const findFirstMoment = (date: Temporal.PlainDate, time: Temporal.PlainTime, zone: string): number => {
  const wanted = date.toPlainDateTime(time)
  const moment = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' })
  if (moment.toPlainDateTime().equals(wanted)) return moment.epochMilliseconds
  // The clock is put forward over it.
  return (moment.getTimeZoneTransition('next') ?? moment).epochMilliseconds
}

/** The end of the silence of the daily window at this moment, if it is inside one. */
const findWindowEnd = (start: string, end: string, zone: string, at: number): number | undefined => {
  const [from, to] = [Temporal.PlainTime.from(start), Temporal.PlainTime.from(end)]
  const overMidnight = Temporal.PlainTime.compare(from, to) > 0
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
  // Beside today's and yesterday's, tomorrow's: a clock put forward at midnight may begin it early.
  for (const days of [-1, 0, 1]) {
    const date = today.add({ days })
    const begins = findFirstMoment(date, from, zone)
    const ends = findFirstMoment(overMidnight ? date.add({ days: 1 }) : date, to, zone)
    if (begins <= at && at < ends) return ends
  }
  return undefined
}

/** A window that almost fills the day may begin again as it ends, where the clock is put forward in between. */
const MAX_WINDOWS = 3

/**
 * The silence of the daily window at this moment, or undefined. A window is the time from its start up to its end by the clock of the zone;
 * one that ends as it starts is empty.
 */
export const findDailySilence = (
  { start, end, liftedUntil }: DoNotDisturb,
  zone: string,
  now: Date,
): Silence | undefined => {
  if (start === null || end === null || start === end) return undefined
  if (liftedUntil !== null && now.toISOString() < liftedUntil) return undefined
  let until: number | undefined
  for (let found = 0; found < MAX_WINDOWS; found++) {
    const next = findWindowEnd(start, end, zone, until ?? now.getTime())
    if (next === undefined) break
    until = next
  }
  return until === undefined ? undefined : { until: new Date(until) }
}
