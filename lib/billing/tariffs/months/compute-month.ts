import { RATE_UNITS, type RateUnit } from '../../../../schemas/billing/tariff.ts'
import { countDaysBetween, type Day } from '../../../platform/calendar/day.ts'
import { divideRounded } from '../../../platform/money/decimal.ts'
import { addExactly, type ExactAmount, negateExactly } from '../../../platform/money/exact-amount.ts'
import { priceMonth } from '../price-hand-off.ts'
import type { StoredTariff } from '../tariff.ts'

type Ruled = Pick<StoredTariff, 'rates' | 'minimum' | 'direction'>

/** Sums of the charges of a unit in a month. */
export interface MonthOfUnit {
  quantity: number
  exact: ExactAmount
}

type MonthSums = ReadonlyMap<RateUnit, MonthOfUnit>

export const MINIMUM = 'minimum'
export const volumeOf = (per: RateUnit) => `${per}_volume`

/** Returns the share of an amount for a whole month that some of its days have, to a whole minor unit. */
const divideByDays = (amount: number, days: number, daysOfMonth: number): ExactAmount =>
  String(divideRounded(BigInt(amount) * BigInt(days), BigInt(daysOfMonth)))

const countDays = (from: Day, to: Day) => countDaysBetween(from, to) + 1

/** The days of a month, and those of them that the tariff charges. */
export interface DaysOfMonth {
  first: Day
  last: Day
  /** First and last day of them that the tariff charges; null if there is none. */
  charged: { from: Day; to: Day } | null
}

const computeLack = (
  { minimum, direction }: Ruled,
  { first, last, charged }: DaysOfMonth,
  sums: MonthSums,
  changes: ReadonlyMap<RateUnit, ExactAmount>,
): ExactAmount => {
  if (!minimum || !charged) return '0'
  const least = divideByDays(minimum.amount, countDays(charged.from, charged.to), countDays(first, last))
  const units = minimum.units ?? RATE_UNITS
  const amounts = units.flatMap((per) => [sums.get(per)?.exact ?? '0', changes.get(per) ?? '0'])
  const total = amounts.reduce(addExactly, '0')
  const lack = addExactly(least, negateExactly(direction === 'owed' ? total : negateExactly(total)))
  if (lack.startsWith('-')) return '0'
  return direction === 'owed' ? lack : negateExactly(lack)
}

/**
 * Computes what the rules for months add to the charges of one: by unit what tiers make of its quantity, and what its charges
 * then lack of the minimum. Amounts above 0 are owed to the partner.
 */
export const computeMonth = (tariff: Ruled, days: DaysOfMonth, sums: MonthSums): Map<string, ExactAmount> => {
  const changes = new Map(
    RATE_UNITS.flatMap((per): [RateUnit, ExactAmount][] => {
      const change = priceMonth(tariff, per, sums.get(per)?.quantity ?? 0)
      return change === undefined ? [] : [[per, change]]
    }),
  )
  return new Map<string, ExactAmount>([
    ...[...changes].map(([per, change]): [string, ExactAmount] => [volumeOf(per), change]),
    [MINIMUM, computeLack(tariff, days, sums, changes)],
  ])
}
