import type { Id } from '../../platform/id.ts'
import { computeTaxes, sumAmounts } from '../../platform/money/amounts.ts'
import type { Credited, CreditLine } from './credit-note.ts'

export type UnsavedLine = Omit<CreditLine, 'id'>

/** A credited line, with the part of its invoice line that was uncredited before; undefined without an invoice line. */
export interface CreditedLine {
  line: UnsavedLine
  rest: Credited | undefined
}

const clampTax = (tax: number, limit: number) =>
  limit < 0 ? Math.max(limit, Math.min(0, tax)) : Math.min(limit, Math.max(0, tax))

/** Adds the taxes. A line that credits the whole rest of its invoice line also takes the whole rest of its tax. */
export const addTaxes = (credited: readonly CreditedLine[]): UnsavedLine[] => {
  const partial = credited.filter(({ line, rest }) => rest?.amount !== line.amount).map(({ line }) => line)
  const { taxAmounts } = computeTaxes(partial)
  const exactTaxes = new Map(partial.map((line, i) => [line, taxAmounts[i]]))
  const creditedTaxes = new Map<Id, number>()
  return credited.map(({ line, rest }) => {
    const [exact, id] = [exactTaxes.get(line), line.originalLineItemId]
    if (!rest || id === null) return { ...line, taxAmount: exact ?? 0 }
    const before = creditedTaxes.get(id) ?? 0
    const remaining = rest.taxAmount - before
    const taxAmount = exact === undefined ? remaining : clampTax(exact, remaining)
    creditedTaxes.set(id, before + taxAmount)
    return { ...line, taxAmount }
  })
}

type Amounts = Pick<Credited, 'amount' | 'taxAmount'>

export const sumLines = (lines: readonly Amounts[]): Amounts => ({
  amount: sumAmounts(lines.map(({ amount }) => amount)),
  taxAmount: sumAmounts(lines.map(({ taxAmount }) => taxAmount)),
})

/**
 * Fits the taxes to what is left of an invoice of which something is credited without naming a line: they never exceed it,
 * and together with the rest of the amount they take all of it. Lines without an invoice line are changed first, others
 * within the tax that is left of theirs.
 */
export const fitTaxes = (
  lines: readonly UnsavedLine[],
  restOfTax: (invoiceLine: Id) => number,
  left: Amounts,
): UnsavedLine[] => {
  const { amount, taxAmount } = sumLines(lines)
  let missing = (amount === left.amount ? left.taxAmount : clampTax(taxAmount, left.taxAmount)) - taxAmount
  const fitted = [...lines]
  const findLimit = ({ originalLineItemId: id, taxAmount: own }: UnsavedLine) => {
    if (id === null) return Number.POSITIVE_INFINITY
    const ofSameLine = fitted.filter((each) => each.originalLineItemId === id)
    return restOfTax(id) - sumLines(ofSameLine).taxAmount + own
  }
  const isUnnamed = (i: number) => fitted[i]?.originalLineItemId === null
  const all = [...lines.keys()]
  const order = [...all.filter(isUnnamed), ...all.filter((i) => !isUnnamed(i))]
  for (const i of order) {
    const line = fitted[i] as UnsavedLine
    if (!missing || line.amount < 0) continue
    const fitting = Math.min(Math.max(0, line.taxAmount + missing), findLimit(line))
    missing -= fitting - line.taxAmount
    fitted[i] = { ...line, taxAmount: fitting }
  }
  return fitted
}
