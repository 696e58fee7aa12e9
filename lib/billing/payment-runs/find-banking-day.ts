import { addDays, type Day } from '../../platform/calendar/day.ts'
import { getIsoWeekday } from '../../platform/calendar/month.ts'

/** Days of the year on which TARGET, the system in which banks settle euros, is always closed. */
const CLOSED = ['01-01', '05-01', '12-25', '12-26']

/** Returns Easter Sunday of a Gregorian year, by the method that is known as the anonymous or Meeus's algorithm. */
const findEaster = (year: number): Day => {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const [leapCenturies, centuryRest] = [Math.floor(century / 4), century % 4]
  const [leaps, rest] = [Math.floor((year % 100) / 4), year % 4]
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - leapCenturies - moonShift + 15) % 30
  const weekday = (32 + 2 * centuryRest + 2 * leaps - epact - rest) % 7
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const march = epact + weekday - 7 * correction + 22
  return addDays(`${year}-03-01`, march - 1)
}

const isClosed = (day: Day): boolean => {
  if (getIsoWeekday(day) > 5 || CLOSED.includes(day.slice(5))) return true
  const easter = findEaster(Number(day.slice(0, 4)))
  return day === addDays(easter, -2) || day === addDays(easter, 1)
}

/** Returns the first day from the given one on, on which banks settle euros: no weekend and no closing day of TARGET. */
export const findBankingDay = (day: Day): Day => {
  let found = day
  while (isClosed(found)) found = addDays(found, 1)
  return found
}
