import type { GenerateInvoiceInput } from '../../../schemas/billing/invoice.ts'
import type { Violation } from '../../platform/problem.ts'

type Supply = Pick<GenerateInvoiceInput, 'supplyDate' | 'supplyPeriod'>

const explainBoth = (given: Supply, other: keyof Supply) =>
  given[other]
    ? `must not be given together with ${other}`
    : `must not be given while the draft has a ${other}, unless that is set to null in the same request`

/**
 * Finds what is wrong with the supply of a new invoice, or of a draft with its `stored` supply: an invoice has at most one of
 * date and period, and a period does not end before it begins.
 */
export const findSupplyViolations = (given: Supply, stored: Supply = {}): Violation[] => {
  const { supplyDate, supplyPeriod } = { ...stored, ...given }
  const [named, other] = given.supplyPeriod
    ? (['supplyPeriod', 'supplyDate'] as const)
    : (['supplyDate', 'supplyPeriod'] as const)
  const hasBoth = supplyDate && supplyPeriod && given[named]
  return [
    ...(hasBoth ? [{ propertyPath: named, message: explainBoth(given, other) }] : []),
    ...(given.supplyPeriod && given.supplyPeriod.to < given.supplyPeriod.from
      ? [{ propertyPath: 'supplyPeriod.to', message: 'must not be before supplyPeriod.from' }]
      : []),
  ]
}
