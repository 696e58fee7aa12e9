import type { Rate, Tariff, TariffBasis, TariffDirection } from '../../../schemas/billing/tariff.ts'
import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { countDecimalPlaces } from '../../platform/money/decimal.ts'
import { Problem, type Violation } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export interface StoredTariff extends Omit<Tariff, keyof Stored>, Stored {
  /** Tariffs with the same coverage have no day in common. Null for a tariff that ended before it began. */
  coverage: string | null
  /** The last day, or a day that nobody reaches. */
  lastDay: Day
}

/** The last day of a tariff without an end. */
export const NO_END: Day = '9999-12-31'

export const MAX_RATE_DECIMALS = 6

export const buildTariffCoverage = (partnerId: Id, basis: TariffBasis) => `${partnerId}#${basis}`

/** Work of a custodian is owed to it; fulfilling somebody's orders is charged. */
export const DEFAULT_DIRECTIONS: Record<TariffBasis, TariffDirection> = { custody: 'owed', goods: 'charged' }

export const findRateViolations = (rates: readonly Rate[], basis: TariffBasis): Violation[] =>
  rates.flatMap(({ per, amount }, i): Violation[] => {
    const violations: Violation[] = []
    if (rates.findIndex((each) => each.per === per) < i)
      violations.push({ propertyPath: `rates[${i}].per`, message: `must be named once; ${per} is named before` })
    if (countDecimalPlaces(amount) > MAX_RATE_DECIMALS)
      violations.push({
        propertyPath: `rates[${i}].amount`,
        message: `must have at most ${MAX_RATE_DECIMALS} decimals`,
      })
    // Stock has a custodian and no owner.
    if (per === 'storage_day' && basis === 'goods')
      violations.push({ propertyPath: `rates[${i}].per`, message: 'must not be storage_day in a tariff for goods' })
    return violations
  })

/** Throws if the last day cannot be that of the tariff. A tariff may end on the day before it begins, and is then void. */
export const checkEnd = ({ validFrom, lastDay }: StoredTariff, until: Day, dayBefore: Day): void => {
  if (until > lastDay)
    throw new Problem('OPERATION_NOT_ALLOWED', `The tariff ends on ${lastDay}. Create another one for later days.`)
  if (until < dayBefore)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The tariff begins on ${validFrom}. It can end on ${dayBefore} or later.`,
    )
}
