import type { Day } from './day.ts'

/** A civil month, as months since January of year 0. */
export type Month = number

export const toMonth = (day: Day): Month => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** Returns this day of the month, or its last day if the month is shorter. */
export const clampDayOfMonth = (month: Month, day: number): Day => {
  const [year, index] = [Math.floor(month / 12), month % 12]
  const last = new Date(Date.UTC(year, index + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, index, Math.min(day, last))).toISOString().slice(0, 10)
}

/** Returns 1 for Monday to 7 for Sunday. */
export const getIsoWeekday = (day: Day): number => new Date(day).getUTCDay() || 7
