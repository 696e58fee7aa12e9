import type {
  Cadence,
  CreateRecurringProfileInput,
  RecurringProfileState,
} from '../../../schemas/billing/recurring-profile.ts'
import { addDays, type Day, startOfDay } from '../../platform/calendar/day.ts'
import { clampDayOfMonth, getIsoWeekday, toMonth } from '../../platform/calendar/month.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import { Problem, type Violation } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import { type Due, getDuePartition, NOT_DUE } from '../../platform/store/table/due.ts'
import type { LinesByDay } from './lines-by-day.ts'

export interface Schedule {
  cadence: Cadence
  anchorDay: number
  startAt: Day
}

/** First and last day of a range; a period begins on the first. */
interface DayRange {
  from: Day
  to: Day
}

export interface StoredProfile extends Stored, Due, Schedule {
  partnerId: Id
  currencyCode: string
  name: string | null
  status: RecurringProfileState
  /** The first day on which no period begins any more. */
  endAt: Day | null
  dueDays: number
  autoIssue: boolean
  notes: string | null
  /** First day of the next period to bill after the backlog; always later than `lastPeriod`. */
  nextPeriod: Day
  lastPeriod: Day | null
  lastInvoicedAt: string | null
  /** Ranges before `nextPeriod`, oldest first, whose periods had begun before a pause and are still to be billed. */
  backlog: DayRange[]
}

export interface ProfileWithLines extends StoredProfile {
  linesByDay: LinesByDay
}

export const checkChangeable = ({ status }: Pick<StoredProfile, 'status'>): void => {
  if (status === 'ended')
    throw new Problem('OPERATION_NOT_ALLOWED', 'The recurring invoice profile is ended. Create another one.')
}

export const RECURRING_PROFILE_MOVES = {
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  end: { from: ['active', 'paused', 'ended'], to: 'ended' },
  run_out: { from: ['active'], to: 'ended' },
} as const satisfies Moves<RecurringProfileState, string>

const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 } as const satisfies Partial<Record<Cadence, number>>

/** Finds the first period that begins on the day or later. It is computed from the anchor day, so that periods do not drift. */
export const findPeriodFrom = ({ cadence, anchorDay, startAt }: Schedule, day: Day): Day => {
  const earliest = day > startAt ? day : startAt
  if (cadence === 'weekly') return addDays(earliest, (anchorDay - getIsoWeekday(earliest) + 7) % 7)
  const [first, step] = [toMonth(startAt), MONTHS[cadence]]
  const passed = Math.floor((toMonth(earliest) - first) / step)
  const period = clampDayOfMonth(first + passed * step, anchorDay)
  return period >= earliest ? period : clampDayOfMonth(first + (passed + 1) * step, anchorDay)
}

export const findPeriodAfter = (schedule: Schedule, period: Day): Day => findPeriodFrom(schedule, addDays(period, 1))

/** Returns the last day of a period, which the end of the profile may cut short, because nothing is supplied from then on. */
export const findLastDay = (profile: Schedule & Pick<StoredProfile, 'endAt'>, period: Day): Day => {
  const next = findPeriodAfter(profile, period)
  return addDays(profile.endAt !== null && profile.endAt < next ? profile.endAt : next, -1)
}

type Window = Pick<StoredProfile, 'nextPeriod' | 'endAt' | 'backlog'>

const hasRunOut = ({ nextPeriod, endAt }: Window) => endAt !== null && nextPeriod >= endAt

type ProfileSchedule = Schedule & Window

/** Adds periods that have begun and are unbilled to the backlog, so that resuming after a pause does not skip them. */
export const extendBacklog = (profile: ProfileSchedule, today: Day): Pick<StoredProfile, 'nextPeriod' | 'backlog'> => {
  const { nextPeriod, endAt, backlog } = profile
  if (hasRunOut(profile) || nextPeriod > today) return { nextPeriod, backlog }
  const to = endAt !== null && endAt <= today ? addDays(endAt, -1) : today
  return { nextPeriod: findPeriodAfter(profile, to), backlog: [...backlog, { from: nextPeriod, to }] }
}

/** Changes the end of a profile. Periods of the backlog that begin on it or later are not billed any more. */
export const changeEnd = (
  { backlog }: Pick<StoredProfile, 'backlog'>,
  endAt: Day | null,
): Pick<StoredProfile, 'endAt' | 'backlog'> => {
  if (endAt === null) return { endAt, backlog }
  const last = addDays(endAt, -1)
  const kept = backlog.filter(({ from }) => from <= last)
  return { endAt, backlog: kept.map(({ from, to }) => ({ from, to: to < last ? to : last })) }
}

/** Finds the next period of a resumed profile. Periods that began during the pause, today included, are not billed. */
export const findPeriodOnResume = (profile: ProfileSchedule, today: Day): Day =>
  profile.nextPeriod > today ? profile.nextPeriod : findPeriodAfter(profile, today)

/** Returns the first day of the oldest unbilled period; the backlog is always older than `nextPeriod`. */
export const getFirstUnbilled = ({ nextPeriod, backlog }: Window): Day => backlog[0]?.from ?? nextPeriod

/** Advances the profile past its first unbilled period. */
export const skipFirstPeriod = (profile: ProfileSchedule): Pick<StoredProfile, 'nextPeriod' | 'backlog'> => {
  const { nextPeriod, backlog } = profile
  const next = findPeriodAfter(profile, getFirstUnbilled(profile))
  const [first, ...later] = backlog
  if (!first) return { nextPeriod: next, backlog }
  return { nextPeriod, backlog: next <= first.to ? [{ from: next, to: first.to }, ...later] : later }
}

/** Returns the first day of the oldest unbilled period; null if the profile is not active or no period is left. */
export const getNextInvoiceDay = (profile: Window & Pick<StoredProfile, 'status'>): Day | null => {
  if (profile.status !== 'active') return null
  return hasRunOut(profile) && !profile.backlog.length ? null : getFirstUnbilled(profile)
}

/** Payment terms count from the period, but no due date lies before the day on which the invoice is created. */
export const computeDueDate = ({ dueDays }: Pick<StoredProfile, 'dueDays'>, period: Day, today: Day): Day => {
  const agreed = addDays(period, dueDays)
  return agreed > today ? agreed : today
}

/** Decides what an active profile needs on this day. */
export const decideWork = (profile: Window, today: Day): 'bill' | 'run out' | undefined => {
  if (profile.backlog.length) return 'bill'
  if (hasRunOut(profile)) return profile.endAt !== null && profile.endAt <= today ? 'run out' : undefined
  return profile.nextPeriod <= today ? 'bill' : undefined
}

/** Schedules the profile's next work in the `due` index. */
export const scheduleNextWork = (profile: Window & Pick<StoredProfile, 'id' | 'status'>, zone: string): Due => {
  if (profile.status !== 'active') return NOT_DUE
  const next = hasRunOut(profile) ? profile.endAt : null
  const day = profile.backlog[0]?.from ?? next ?? profile.nextPeriod
  return { duePk: getDuePartition('recurring-profile', profile.id), dueSk: startOfDay(zone, day).toISOString() }
}

/** Keeps a typing error in the year from creating thousands of invoices, or periods that do not exist. */
const MAX_YEARS_BACK = 10
const MAX_YEARS_AHEAD = 100

export const findEndViolations = (startAt: Day, endAt: Day | null | undefined): Violation[] =>
  endAt && startAt >= endAt ? [{ propertyPath: 'endAt', message: 'must be after startAt' }] : []

export const findScheduleViolations = (
  { cadence, anchorDay, startAt, endAt }: Schedule & Pick<CreateRecurringProfileInput, 'endAt'>,
  today: Day,
): Violation[] => {
  const month = toMonth(today)
  const violations: (Violation | false)[] = [
    cadence === 'weekly' &&
      anchorDay > 7 && { propertyPath: 'anchorDay', message: 'must be 1 (Monday) to 7 (Sunday) for weekly' },
    toMonth(startAt) < month - 12 * MAX_YEARS_BACK && {
      propertyPath: 'startAt',
      message: `must not be more than ${MAX_YEARS_BACK} years ago`,
    },
    toMonth(startAt) > month + 12 * MAX_YEARS_AHEAD && {
      propertyPath: 'startAt',
      message: `must not be more than ${MAX_YEARS_AHEAD} years ahead`,
    },
  ]
  return [...violations.filter((violation) => violation !== false), ...findEndViolations(startAt, endAt)]
}
