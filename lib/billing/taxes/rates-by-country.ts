import type { Day } from '../../platform/calendar/day.ts'

/** A rate in percent with its days of validity, both included. */
export interface DatedRate {
  ratePercent: number
  validFrom: Day
  validUntil?: Day
}

/** Rates by ISO 3166 code of the country and by tax category. */
export type RatesByCountry = Readonly<Record<string, Readonly<Record<string, readonly DatedRate[]>>>>

/** Returns whether the rate is valid on the day. */
export const isValidOn = ({ validFrom, validUntil }: DatedRate, day: Day): boolean =>
  validFrom <= day && (validUntil === undefined || validUntil >= day)

const findOwn = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

export const hasRates = (rates: RatesByCountry, country: string): boolean => findOwn(rates, country) !== undefined

/** Finds the rate of a category in a country on a day; undefined if none is valid. */
export const findRateOfCountry = (
  rates: RatesByCountry,
  { country, category, day }: { country: string; category: string; day: Day },
): number | undefined =>
  findOwn(findOwn(rates, country) ?? {}, category)?.find((each) => isValidOn(each, day))?.ratePercent
