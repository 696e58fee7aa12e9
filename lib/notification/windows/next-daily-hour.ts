import { Temporal } from 'temporal-polyfill'
import { findFirstMoment, toLocalDate } from '../../platform/calendar/first-moment.ts'

/**
 * Returns the next moment after `now` at which a day's clock in the zone first shows this hour. An hour that the clock skips
 * is the moment of the change, and of an hour that occurs twice the first counts.
 */
export const findNextDailyHour = (hour: number, zone: string, now: Date): Date => {
  const today = toLocalDate(now.getTime(), zone)
  const time = new Temporal.PlainTime(hour)
  // A zone that skips a whole day, or whose clock changes at this hour, may give two days the same moment.
  for (const days of [-1, 0, 1, 2, 3]) {
    const moment = findFirstMoment(today.add({ days }), time, zone)
    if (moment > now.getTime()) return new Date(moment)
  }
  throw new Error(`${zone} has no day with hour ${hour}`)
}
