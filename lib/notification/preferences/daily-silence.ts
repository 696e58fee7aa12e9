import { Temporal } from 'temporal-polyfill'
import { findFirstMoment, toLocalDate } from '../../platform/calendar/first-moment.ts'
import type { DoNotDisturb, Silence } from './do-not-disturb.ts'

/** Returns the end of the daily window that includes this moment, in Unix milliseconds. */
const findWindowEnd = (start: string, end: string, zone: string, at: number): number | undefined => {
  const [from, to] = [Temporal.PlainTime.from(start), Temporal.PlainTime.from(end)]
  const overMidnight = Temporal.PlainTime.compare(from, to) > 0
  const today = toLocalDate(at, zone)
  // Tomorrow's window counts too: a clock put forward at midnight can start it today.
  for (const days of [-1, 0, 1]) {
    const date = today.add({ days })
    const begins = findFirstMoment(date, from, zone)
    const ends = findFirstMoment(overMidnight ? date.add({ days: 1 }) : date, to, zone)
    if (begins <= at && at < ends) return ends
  }
  return undefined
}

/** If the clock is put forward, a window that almost fills the day may start again as it ends. */
const MAX_WINDOWS = 3

/**
 * Returns the silence of the daily window at this moment, if any. A window lasts from its start until its end by the
 * zone's clock; it is empty if both are equal.
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
