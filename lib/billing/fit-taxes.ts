import type { Id } from '../platform/id.ts'
import { sumAmounts } from '../platform/money/amounts.ts'
import { computeTaxes, type Taxed } from '../platform/money/taxes.ts'

export interface Amounts {
  amount: number
  taxAmount: number
}

export const sumLines = (lines: readonly Amounts[]): Amounts => ({
  amount: sumAmounts(lines.map(({ amount }) => amount)),
  taxAmount: sumAmounts(lines.map(({ taxAmount }) => taxAmount)),
})

/** Returns the amount with its tax, which is what a price that contains tax says. */
export const includeTax = <T extends Amounts>(part: T): T => ({ ...part, amount: part.amount + part.taxAmount })

export const excludeTax = <T extends Amounts>(part: T): T => ({ ...part, amount: part.amount - part.taxAmount })

/** Sets the taxes of the lines of a document, whose amounts contain them if `included`; those of the result do not. */
export const taxLines = <T extends Amounts & Taxed>(lines: readonly T[], included: boolean): T[] => {
  const { taxAmounts } = computeTaxes(lines, { included })
  const taxed = lines.map((line, i) => ({ ...line, taxAmount: taxAmounts[i] ?? 0 }))
  return included ? taxed.map(excludeTax) : taxed
}

/** Returns the tax that is nearest to the given one between `least`, or 0 on its side, and the limit. */
export const clampTax = (tax: number, limit: number, least = 0): number =>
  limit < 0 ? Math.max(limit, Math.min(0, least, tax)) : Math.min(limit, Math.max(0, least, tax))

/**
 * Fits the taxes of credit lines to what is left of an invoice of which something is credited without naming a line: they
 * never exceed it, and together with the rest of the amount they take all of it. Lines without an invoice line are changed
 * first, others within the tax that is left of theirs.
 */
export const fitTaxes = <T extends Amounts & { originalLineItemId: Id | null }>(
  lines: readonly T[],
  restOfTax: (invoiceLine: Id) => number,
  left: Amounts,
): T[] => {
  const { amount, taxAmount } = sumLines(lines)
  let missing = (amount === left.amount ? left.taxAmount : clampTax(taxAmount, left.taxAmount)) - taxAmount
  const fitted = [...lines]
  const findLimit = ({ originalLineItemId: id, taxAmount: own }: T) => {
    if (id === null) return Number.POSITIVE_INFINITY
    const ofSameLine = fitted.filter((each) => each.originalLineItemId === id)
    return restOfTax(id) - sumLines(ofSameLine).taxAmount + own
  }
  const all = [...lines.entries()]
  const isUnnamed = ([, line]: [number, T]) => line.originalLineItemId === null
  for (const [i, line] of [...all.filter(isUnnamed), ...all.filter((each) => !isUnnamed(each))]) {
    if (!missing || line.amount < 0) continue
    const fitting = Math.min(Math.max(0, line.taxAmount + missing), findLimit(line))
    missing -= fitting - line.taxAmount
    fitted[i] = { ...line, taxAmount: fitting }
  }
  return fitted
}
