import type { Commission, CommissionInput, TariffBasis } from '../../../schemas/billing/tariff.ts'
import { countDecimalPlaces } from '../../platform/money/decimal.ts'
import type { Violation } from '../../platform/problem.ts'
import { MAX_RATE_DECIMALS } from './tariff.ts'

/** Fills absent members of commissions with their defaults. */
export const completeCommissions = (given: readonly CommissionInput[] | null | undefined): Commission[] =>
  (given ?? []).map(({ channelId = null, percent = 0, amount = 0, of = 'gross', refundedPercent = 100 }) => ({
    ...{ channelId, percent, amount, of, refundedPercent },
  }))

const findViolationsOfOne = (one: Commission, i: number, all: readonly Commission[]): Violation[] => {
  const path = `commissions[${i}]`
  const violations: Violation[] = []
  if (all.findIndex(({ channelId }) => channelId === one.channelId) < i)
    violations.push({ propertyPath: `${path}.channelId`, message: 'must be named once, and left out once at most' })
  for (const name of ['percent', 'refundedPercent'] as const)
    if (countDecimalPlaces(one[name]) > MAX_RATE_DECIMALS)
      violations.push({ propertyPath: `${path}.${name}`, message: `must have at most ${MAX_RATE_DECIMALS} decimals` })
  if (!one.percent && !one.amount)
    violations.push({ propertyPath: path, message: 'must have a percentage or an amount above 0' })
  return violations
}

export const findCommissionViolations = (
  commissions: readonly Commission[],
  basis: TariffBasis,
  rateCount: number,
): Violation[] => {
  if (!rateCount && !commissions.length)
    return [{ propertyPath: 'rates', message: 'must have at least one rate, unless there is a commission' }]
  if (basis !== 'goods' && commissions.length)
    return [{ propertyPath: 'commissions', message: 'must be absent or empty in a tariff for custody' }]
  return commissions.flatMap(findViolationsOfOne)
}
