import type { Minimum, Rate, Tariff, TariffBasis, TariffDirection } from '../../../schemas/billing/tariff.ts'
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

/** Tells whether the tariff has rules for whole months. */
export const hasMonthRules = ({ rates, minimum }: Pick<StoredTariff, 'rates' | 'minimum'>): boolean =>
  minimum !== null || rates.some(({ monthTiers }) => monthTiers)

/** The last day of a tariff without an end. */
export const NO_END: Day = '9999-12-31'

export const MAX_RATE_DECIMALS = 6
const MAX_PERCENT_DECIMALS = 4

export const buildTariffCoverage = (partnerId: Id, basis: TariffBasis) => `${partnerId}#${basis}`

/** Work of a custodian is owed to it; fulfilling somebody's orders is charged. */
export const DEFAULT_DIRECTIONS: Record<TariffBasis, TariffDirection> = { custody: 'owed', goods: 'charged' }

export const findRateViolations = (rates: readonly Rate[], basis: TariffBasis): Violation[] =>
  rates.flatMap((rate, i): Violation[] => {
    const { per, amount, custodianId = null, tiers, monthTiers, surcharge } = rate
    const violations: Violation[] = []
    const checkDecimals = (value: number, path: string, most: number) => {
      if (countDecimalPlaces(value) > most)
        violations.push({ propertyPath: `rates[${i}].${path}`, message: `must have at most ${most} decimals` })
    }
    if (rates.findIndex((each) => each.per === per && (each.custodianId ?? null) === custodianId) < i)
      violations.push({ propertyPath: `rates[${i}].per`, message: `must be named once; ${per} is named before` })
    checkDecimals(amount, 'amount', MAX_RATE_DECIMALS)
    for (const [n, tier] of (tiers ?? []).entries()) {
      checkDecimals(tier.amount, `tiers[${n}].amount`, MAX_RATE_DECIMALS)
      checkDecimals(tier.above, `tiers[${n}].above`, MAX_RATE_DECIMALS)
      if (n && tier.above <= (tiers?.[n - 1]?.above ?? 0))
        violations.push({ propertyPath: `rates[${i}].tiers[${n}].above`, message: 'must be more than the one before' })
    }
    for (const [n, tier] of (monthTiers?.tiers ?? []).entries()) {
      checkDecimals(tier.amount, `monthTiers.tiers[${n}].amount`, MAX_RATE_DECIMALS)
      checkDecimals(tier.above, `monthTiers.tiers[${n}].above`, MAX_RATE_DECIMALS)
      if (n && tier.above <= (monthTiers?.tiers[n - 1]?.above ?? 0))
        violations.push({
          propertyPath: `rates[${i}].monthTiers.tiers[${n}].above`,
          message: 'must be more than the one before',
        })
    }
    if (monthTiers && tiers)
      violations.push({ propertyPath: `rates[${i}].monthTiers`, message: 'must be absent beside tiers' })
    // A charge does not tell by which of two rates it was priced.
    if (monthTiers && rates.filter((each) => each.per === per).length > 1)
      violations.push({
        propertyPath: `rates[${i}].monthTiers`,
        message: `must be absent, because ${per} has several rates`,
      })
    if (surcharge) checkDecimals(surcharge.percent, 'surcharge.percent', MAX_PERCENT_DECIMALS)
    // Stock has a custodian and no owner.
    if (per === 'storage_day' && basis === 'goods')
      violations.push({ propertyPath: `rates[${i}].per`, message: 'must not be storage_day in a tariff for goods' })
    return violations
  })

/** A unit without a rate could never count towards the minimum. */
export const findMinimumViolations = (minimum: Minimum | null, rates: readonly Rate[]): Violation[] =>
  (minimum?.units ?? []).flatMap((unit, i) =>
    rates.some(({ per }) => per === unit)
      ? []
      : [{ propertyPath: `minimum.units[${i}]`, message: 'must be a unit of the rates' }],
  )

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
