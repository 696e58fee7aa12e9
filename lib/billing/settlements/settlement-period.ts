import type { PeriodInput, PeriodType, SettlementBasis } from '../../../schemas/billing/settlement.ts'
import { addDays, type Day, daysBetween } from '../../platform/calendar/day.ts'
import { dayOfMonth, isoWeekday, monthOf } from '../../platform/calendar/month.ts'
import type { Violation } from '../../platform/problem.ts'

/** Whole days where the tenant is; both are part of it. */
export interface Period {
  type: PeriodType | null
  startDate: Day
  endDate: Day
}

const DAYS = { weekly: 7, bi_weekly: 14 } as const

/** A Monday from which every other week is counted, so that bi-weekly periods are the same everywhere. */
const FIRST_MONDAY: Day = '1970-01-05'

/** The period of the type that begins on the day. */
const from = (type: PeriodType, startDate: Day): Period => ({
  type,
  startDate,
  endDate: type === 'monthly' ? dayOfMonth(monthOf(startDate), 31) : addDays(startDate, DAYS[type] - 1),
})

/** The period of the type that the day is part of. */
export const periodAround = (type: PeriodType, day: Day): Period => {
  if (type === 'monthly') return from(type, dayOfMonth(monthOf(day), 1))
  const monday = addDays(day, 1 - isoWeekday(day))
  const isSecond = type === 'bi_weekly' && (daysBetween(FIRST_MONDAY, monday) / 7) % 2 !== 0
  return from(type, isSecond ? addDays(monday, -7) : monday)
}

export const periodAfter = ({ endDate }: Period, type: PeriodType): Period => from(type, addDays(endDate, 1))

const at = (member: string) => `period${member && `.${member}`}`

const typeViolations = ({ type, startDate, endDate }: PeriodInput): Violation[] => {
  if (!type) return []
  const [begins, first] =
    type === 'monthly' ? [startDate.endsWith('-01'), 'the first of a month'] : [isoWeekday(startDate) === 1, 'a Monday']
  if (!begins) return [{ propertyPath: at('startDate'), message: `must be ${first} for ${type}` }]
  const { endDate: last } = from(type, startDate)
  return last === endDate ? [] : [{ propertyPath: at('endDate'), message: `must be ${last}, the period's last day` }]
}

/** Beyond, a slip of the year is more likely than a settlement. */
const [EARLIEST, LATEST] = ['2000-01-01', '2199-12-31']

const rangeViolations = ({ startDate, endDate }: PeriodInput): Violation[] => {
  const isBeyond = (day: Day) => day < EARLIEST || day > LATEST
  const beyond = Object.entries({ startDate, endDate }).filter(([, day]) => isBeyond(day))
  if (beyond.length)
    return beyond.map(([name]) => ({ propertyPath: at(name), message: `must be from ${EARLIEST} to ${LATEST}` }))
  return startDate > endDate ? [{ propertyPath: at('endDate'), message: 'must not be before startDate' }] : []
}

export const periodViolations = (basis: SettlementBasis, period: PeriodInput | null | undefined): Violation[] => {
  if (!period) return basis === 'period' ? [{ propertyPath: at(''), message: 'is required for the basis period' }] : []
  const violations = rangeViolations(period)
  return violations.length ? violations : typeViolations(period)
}
