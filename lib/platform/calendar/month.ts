import type { Day } from './day.ts'

/** A civil month, counted from the first of the year 0. */
export type Month = number

export const toMonth = (day: Day): Month => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** This day of the month, or the month's last where it is shorter. */
export const clampDayOfMonth = (month: Month, day: number): Day => {
  const [year, place] = [Math.floor(month / 12), month % 12]
  const last = new Date(Date.UTC(year, place + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, place, Math.min(day, last))).toISOString().slice(0, 10)
}

/** From 1 on Mondays to 7 on Sundays. */
export const getIsoWeekday = (day: Day): number => new Date(day).getUTCDay() || 7
