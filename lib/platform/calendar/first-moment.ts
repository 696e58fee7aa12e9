import { Temporal } from 'temporal-polyfill'

/** Returns the first moment at which the zone's clock shows this time or a later one, in Unix milliseconds. */
export const findFirstMoment = (date: Temporal.PlainDate, time: Temporal.PlainTime, zone: string): number => {
  const wanted = date.toPlainDateTime(time)
  const moment = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' })
  if (moment.toPlainDateTime().equals(wanted)) return moment.epochMilliseconds
  // The clock skips this time when it is put forward.
  return (moment.getTimeZoneTransition('next') ?? moment).epochMilliseconds
}

/** Returns the date that the zone's calendar shows at this moment, given in Unix milliseconds. */
export const toLocalDate = (at: number, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
