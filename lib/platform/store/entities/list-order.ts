import type { Id } from '../../id.ts'
import type { ListOf } from './entity.ts'

/** Prefix lengths of counts in a list by id: the whole list, then 12 days, 17 minutes and 1 second of the id's time. */
export const TIME_DIGITS: readonly number[] = [0, 4, 6, 8]

/** The same in a list by date: the whole list, months, days, and within a day prefixes of the id's time. */
export const DATE_DIGITS: readonly number[] = [0, 7, 10, 15, 17, 19]

/** The same in a list by timestamp: months, days, minutes, seconds, milliseconds, then prefixes of the id. */
const MOMENT_DIGITS: readonly number[] = [0, 7, 10, 16, 19, 24, 29, 31, 33]

const DATE_LEVELS = 3
const MOMENT_LEVELS = 6

interface Order {
  /** Field that precedes the id in the sort key, if any. */
  field: string | undefined
  digits: readonly number[]
  /** Number of levels whose prefixes are dates, so that they can be limited to a range. */
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
