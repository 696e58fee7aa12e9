import type { Id } from '../../id.ts'
import type { ListOf } from './entity.ts'

/** Counts stand at the whole list and under ever longer beginnings of the id's time: 12 days, 17 minutes, 1 second. */
export const TIME_DIGITS: readonly number[] = [0, 4, 6, 8]

/** In a list by date: at the whole, its months and its days, and within a day at beginnings of the id's time. */
export const DATE_DIGITS: readonly number[] = [0, 7, 10, 15, 17, 19]

/** In a list by moment: at months, days, minutes, seconds and milliseconds, and within one at beginnings of the id. */
const MOMENT_DIGITS: readonly number[] = [0, 7, 10, 16, 19, 24, 29, 31, 33]

const DATE_LEVELS = 3
const MOMENT_LEVELS = 6

interface Order {
  /** The field that comes before the id, where there is one. */
  field: string | undefined
  digits: readonly number[]
  /** Number of levels that are stretches of dates, at which a list can be cut to a range. */
  dates: number
}

/** Returns the field by which a list is ordered, and the prefix lengths at which it is counted. */
export const getListOrder = <T>({ byDate, byMoment, rows }: ListOf<T>): Order => {
  const [digits, dates] = byMoment ? [MOMENT_DIGITS, MOMENT_LEVELS] : [DATE_DIGITS, DATE_LEVELS]
  const field = byDate ?? byMoment
  if (!field) return { field, digits: TIME_DIGITS, dates: 0 }
  return { field, digits: rows === false ? digits.slice(0, dates) : digits, dates }
}

/** Sort key of a resource in a list by date. */
export const buildDatedSortKey = (date: string, id: Id) => `${date}#${id}`
