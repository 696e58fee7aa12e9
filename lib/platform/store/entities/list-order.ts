import type { Id } from '../../id.ts'
import type { ListOf } from './entity.ts'

/** One size of buckets in which the items of a list are counted. */
export interface Level {
  /** Number that begins the sort keys of these buckets. */
  level: number
  /** Length of the prefix that the sort keys of a bucket share. */
  digits: number
}

/** Buckets of a list by id, which span 12.4 days of the ids' time. */
export const ID_BUCKETS: Level = { level: 1, digits: 4 }

/** Smaller buckets of a list by id that declares depth, which span 1.02 seconds. */
export const SECOND_BUCKETS: Level = { level: 3, digits: 8 }

/** Buckets of a list by date: its days. */
export const DAY_BUCKETS: Level = { level: 2, digits: 10 }

const toLevels = (digits: readonly number[]): Level[] => digits.map((length, level) => ({ level, digits: length }))

/** Counts of a list by date with sums: the whole list, months, days, and within a day prefixes of the id's time. */
const SUMMED_DATE_LEVELS = toLevels([0, 7, 10, 15, 17, 19])

/** The same in a list by timestamp: months, days, minutes, seconds, milliseconds, then prefixes of the id. */
const MOMENT_LEVELS = toLevels([0, 7, 10, 16, 19, 24, 29, 31, 33])

const SUMMED_DATES = 3
const MOMENT_DATES = 6

interface Order {
  /** Field that precedes the id in the sort key, if any. */
  field: string | undefined
  levels: readonly Level[]
  /** Number of levels whose prefixes are dates, so that they can be limited to a range. */
  dates: number
}

/** Returns the field by which a list is ordered, and the levels at which it is counted. */
export const getListOrder = <T>({ byDate, byMoment, sums, rows, depth }: ListOf<T>): Order => {
  const field = byDate ?? byMoment
  if (!field) return { field, levels: depth ? [ID_BUCKETS, SECOND_BUCKETS] : [ID_BUCKETS], dates: 0 }
  if (!byMoment && !sums) return { field, levels: [DAY_BUCKETS], dates: 1 }
  const [levels, dates] = byMoment ? [MOMENT_LEVELS, MOMENT_DATES] : [SUMMED_DATE_LEVELS, SUMMED_DATES]
  return { field, levels: rows === false ? levels.slice(0, dates) : levels, dates }
}

/** Sort key of a resource in a list by date. */
export const buildDatedSortKey = (date: string, id: Id) => `${date}#${id}`
