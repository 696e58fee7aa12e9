import type { PeriodInput, PeriodType, SettlementBasis } from '../../../schemas/billing/settlement.ts'
import { addDays, countDaysBetween, type Day } from '../../platform/calendar/day.ts'
import { clampDayOfMonth, getIsoWeekday, toMonth } from '../../platform/calendar/month.ts'
import type { Violation } from '../../platform/problem.ts'

/** First and last day in the tenant's time zone. */
export interface Period {
  type: PeriodType | null
  startDate: Day
  endDate: Day
}

const DAYS = { weekly: 7, bi_weekly: 14 } as const

/** Monday from which bi-weekly periods are counted, so that they are the same for every tenant. */
const FIRST_MONDAY: Day = '1970-01-05'

/** Builds the period of the type that begins on the day. */
const buildPeriod = (type: PeriodType, startDate: Day): Period => ({
  type,
  startDate,
  endDate: type === 'monthly' ? clampDayOfMonth(toMonth(startDate), 31) : addDays(startDate, DAYS[type] - 1),
})

/** Finds the period of the type that contains the day. */
export const findPeriodAround = (type: PeriodType, day: Day): Period => {
  if (type === 'monthly') return buildPeriod(type, clampDayOfMonth(toMonth(day), 1))
  const monday = addDays(day, 1 - getIsoWeekday(day))
  const isSecond = type === 'bi_weekly' && (countDaysBetween(FIRST_MONDAY, monday) / 7) % 2 !== 0
  return buildPeriod(type, isSecond ? addDays(monday, -7) : monday)
}

export const findFollowingPeriod = ({ endDate }: Period, type: PeriodType): Period =>
  buildPeriod(type, addDays(endDate, 1))

const periodPath = (member: string) => `period${member && `.${member}`}`

const findTypeViolations = ({ type, startDate, endDate }: PeriodInput): Violation[] => {
  if (!type) return []
  const [begins, first] =
    type === 'monthly'
      ? [startDate.endsWith('-01'), 'the first of a month']
      : [getIsoWeekday(startDate) === 1, 'a Monday']
  if (!begins) return [{ propertyPath: periodPath('startDate'), message: `must be ${first} for ${type}` }]
  const { endDate: last } = buildPeriod(type, startDate)
  return last === endDate
    ? []
    : [{ propertyPath: periodPath('endDate'), message: `must be ${last}, the last day of the period` }]
}

/** Days outside this range are most likely typing errors. */
const [EARLIEST, LATEST] = ['2000-01-01', '2199-12-31']

const findRangeViolations = ({ startDate, endDate }: PeriodInput): Violation[] => {
  const isOutside = (day: Day) => day < EARLIEST || day > LATEST
  const outside = Object.entries({ startDate, endDate }).filter(([, day]) => isOutside(day))
  if (outside.length)
    return outside.map(([name]) => ({
      propertyPath: periodPath(name),
      message: `must be from ${EARLIEST} to ${LATEST}`,
    }))
  return startDate > endDate ? [{ propertyPath: periodPath('endDate'), message: 'must not be before startDate' }] : []
}

export const findPeriodViolations = (basis: SettlementBasis, period: PeriodInput | null | undefined): Violation[] => {
  if (!period)
    return basis === 'period' ? [{ propertyPath: periodPath(''), message: 'is required for the basis period' }] : []
  const violations = findRangeViolations(period)
  return violations.length ? violations : findTypeViolations(period)
}
