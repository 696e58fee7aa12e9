import type { LinesFrom, ProfileLine } from '../../../schemas/billing/recurring-profile.ts'
import type { Day } from '../../platform/calendar/day.ts'
import { Problem } from '../../platform/problem.ts'

/** The lines of a profile by the first day of the periods they hold for, oldest first; the first one's day is null. */
export type LinesByDay = readonly LinesFrom[]

/** Announced changes are few; more are a program that repeats itself. */
const MAX_CHANGES = 24

const beginsBy = (day: Day) => (each: LinesFrom) => each.validFrom === null || each.validFrom <= day

/** Finds the lines of a period that begins on the day. */
export const findLinesOn = (linesByDay: LinesByDay, day: Day): ProfileLine[] =>
  linesByDay.findLast(beginsBy(day))?.lines ?? []

/** Leaves out lines that no period from this day on has. */
const forgetBefore = (linesByDay: LinesByDay, day: Day): LinesFrom[] => {
  const first = linesByDay.findLastIndex(beginsBy(day))
  return linesByDay.slice(Math.max(0, first)).map((each, i) => (i ? each : { ...each, validFrom: null }))
}

/**
 * Adds lines that hold from a day on, until the next change that was entered for a later day. Those of the same day are
 * replaced, and those that no unbilled period needs are left out.
 */
export const addLinesFrom = (
  before: LinesByDay,
  { validFrom, lines }: { validFrom: Day; lines: ProfileLine[] },
  firstUnbilled: Day,
): LinesFrom[] => {
  const others = before.filter((each) => each.validFrom !== validFrom)
  const earlier = others.filter(beginsBy(validFrom))
  const after = forgetBefore([...earlier, { validFrom, lines }, ...others.slice(earlier.length)], firstUnbilled)
  if (after.length > MAX_CHANGES)
    throw new Problem('OPERATION_NOT_ALLOWED', `A profile has at most ${MAX_CHANGES} changes of lines at a time.`)
  return after
}
