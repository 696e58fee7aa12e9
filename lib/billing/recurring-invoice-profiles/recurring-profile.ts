import type {
  Cadence,
  CreateRecurringProfileInput,
  ProfileLine,
  RecurringProfileState,
} from '../../../schemas/billing/recurring-profile.ts'
import { addDays, type Day, startOfDay } from '../../platform/calendar/day.ts'
import { clampDayOfMonth, getIsoWeekday, toMonth } from '../../platform/calendar/month.ts'
import type { Id } from '../../platform/id.ts'
import type { Violation } from '../../platform/problem.ts'
import type { Moves } from '../../platform/states.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import { type Due, getDuePartition } from '../../platform/store/table/due.ts'

/** What says when periods begin. */
export interface Schedule {
  cadence: Cadence
  anchorDay: number
  startAt: Day
}

/** Days from one period's first day on; both are part of it. */
interface Days {
  from: Day
  to: Day
}

export interface StoredProfile extends Stored, Due, Schedule {
  partnerId: Id
  currencyCode: string
  status: RecurringProfileState
  /** The first day that is no longer part of it. */
  endAt: Day | null
  dueDays: number
  autoIssue: boolean
  notes: string | null
  /** The day on which the next period to be billed begins; always later than `lastPeriod`. */
  nextPeriod: Day
  lastPeriod: Day | null
  lastInvoicedAt: string | null
  /** Days before `nextPeriod` whose periods had begun when the profile was paused and are still to be billed, oldest first. */
  backlog?: Days[]
}

export interface WithProfileLines extends StoredProfile {
  lines: ProfileLine[]
}

export const RECURRING_PROFILE_MOVES = {
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  end: { from: ['active', 'paused', 'ended'], to: 'ended' },
  run_out: { from: ['active'], to: 'ended' },
} as const satisfies Moves<RecurringProfileState, string>

const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 } as const satisfies Partial<Record<Cadence, number>>

/** The first period that begins on the day or later. It follows from the anchor alone, so that no period drifts. */
export const findPeriodFrom = ({ cadence, anchorDay, startAt }: Schedule, day: Day): Day => {
  const earliest = day > startAt ? day : startAt
  if (cadence === 'weekly') return addDays(earliest, (anchorDay - getIsoWeekday(earliest) + 7) % 7)
  const [first, step] = [toMonth(startAt), MONTHS[cadence]]
  const passed = Math.floor((toMonth(earliest) - first) / step)
  const period = clampDayOfMonth(first + passed * step, anchorDay)
  return period >= earliest ? period : clampDayOfMonth(first + (passed + 1) * step, anchorDay)
}

export const findPeriodAfter = (schedule: Schedule, period: Day): Day => findPeriodFrom(schedule, addDays(period, 1))

type Window = Pick<StoredProfile, 'nextPeriod' | 'endAt' | 'backlog'>

const hasRunOut = ({ nextPeriod, endAt }: Window) => endAt !== null && nextPeriod >= endAt

type Standing = Schedule & Window

/** Keeps what had begun before a pause and was not billed yet, so that resuming does not skip it. */
export const keepBacklog = (profile: Standing, today: Day): Pick<StoredProfile, 'nextPeriod' | 'backlog'> => {
  const { nextPeriod, endAt, backlog = [] } = profile
  if (hasRunOut(profile) || nextPeriod > today) return { nextPeriod, backlog }
  const to = endAt !== null && endAt <= today ? addDays(endAt, -1) : today
  return { nextPeriod: findPeriodAfter(profile, to), backlog: [...backlog, { from: nextPeriod, to }] }
}

/** A resumed profile goes on here: what began while it was paused, today included, is not billed. */
export const findPeriodOnResume = (profile: Standing, today: Day): Day =>
  profile.nextPeriod > today ? profile.nextPeriod : findPeriodAfter(profile, today)

/** The first day of the period that is billed first: what a pause came before is older than all that follows. */
export const firstUnbilled = ({ nextPeriod, backlog }: Window): Day => backlog?.[0]?.from ?? nextPeriod

/** The profile once its first unbilled period is billed. */
export const withoutFirst = (profile: Standing): Pick<StoredProfile, 'nextPeriod' | 'backlog'> => {
  const { nextPeriod, backlog = [] } = profile
  const next = findPeriodAfter(profile, firstUnbilled(profile))
  const [first, ...later] = backlog
  if (!first) return { nextPeriod: next, backlog }
  return { nextPeriod, backlog: next <= first.to ? [{ from: next, to: first.to }, ...later] : later }
}

/** The first day of the next period that will be billed; null where none will be as things stand. */
export const nextInvoiceDay = (profile: Window & Pick<StoredProfile, 'status'>): Day | null => {
  if (profile.status !== 'active') return null
  return hasRunOut(profile) ? (profile.backlog?.[0]?.from ?? null) : profile.nextPeriod
}

/** Payment terms count from the period, yet nobody owes an invoice before the day on which it is made. */
export const dueDateFor = ({ dueDays }: Pick<StoredProfile, 'dueDays'>, period: Day, today: Day): Day => {
  const agreed = addDays(period, dueDays)
  return agreed > today ? agreed : today
}

/** What is to be done about an active profile on this day. */
export const decideWork = (profile: Window, today: Day): 'bill' | 'run out' | undefined => {
  if (profile.backlog?.length) return 'bill'
  if (hasRunOut(profile)) return profile.endAt !== null && profile.endAt <= today ? 'run out' : undefined
  return profile.nextPeriod <= today ? 'bill' : undefined
}

/** When something is to be done about the profile, as what the `due` index is ordered by. */
export const scheduleNextWork = (
  profile: Window & Pick<StoredProfile, 'id' | 'status'>,
  zone: string,
): { duePk: string | undefined; dueSk: string | undefined } => {
  if (profile.status !== 'active') return { duePk: undefined, dueSk: undefined }
  const next = hasRunOut(profile) ? (profile.endAt as Day) : profile.nextPeriod
  const day = profile.backlog?.[0]?.from ?? next
  return { duePk: getDuePartition('recurring-profile', profile.id), dueSk: startOfDay(zone, day).toISOString() }
}

/** A slip of the year must not make thousands of invoices, nor periods that no calendar has. */
const MAX_YEARS_BACK = 10
const MAX_YEARS_AHEAD = 100

export const scheduleViolations = (
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
    !!endAt && startAt >= endAt && { propertyPath: 'endAt', message: 'must be after startAt' },
  ]
  return violations.filter((violation) => violation !== false)
}
