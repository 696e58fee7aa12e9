import { sumAmounts } from '../../platform/money/amounts.ts'
import { divideRounded, toDecimal } from '../../platform/money/decimal.ts'
import { splitAmount, takePart } from './split-amount.ts'

/** A tax at one rate that the total of a line contains, in minor units. */
export interface LineTax {
  name: string | null
  ratePercent: number | null
  amount: number
}

const MAX_TAXES = 10
const MAX_RATE = 1000

/** Reads a rate in percent, of a number or of text with decimals; null if it is none that an order can have. */
export const readRate = (value: unknown): number | null => {
  const rate = typeof value === 'string' && value.trim() ? Number(value) : value
  const isRate = typeof rate === 'number' && Number.isFinite(rate) && rate >= 0 && rate <= MAX_RATE
  return isRate ? Number(rate.toFixed(6)) : null
}

export const sumTaxes = (taxes: readonly LineTax[]): number => sumAmounts(taxes.map(({ amount }) => amount))

export const takeTaxes = (taxes: readonly LineTax[], part: number, of: number): LineTax[] =>
  taxes.map((tax) => ({ ...tax, amount: takePart(tax.amount, part, of) }))

/** Splits the tax of a line over its rates, which add up to it. */
export const splitTax = (tax: number, taxes: readonly LineTax[]): LineTax[] => {
  const isNegative = tax < 0
  const parts = splitAmount(
    Math.abs(tax),
    taxes.map(({ amount }) => (isNegative ? -amount : amount)),
  )
  return taxes.map((each, i) => ({ ...each, amount: (isNegative ? -1 : 1) * (parts[i] ?? 0) || 0 }))
}

/** Adds the taxes of these rates to an amount without taxes; a rate that is not known adds nothing. */
export const addTaxes = (net: number, taxes: readonly LineTax[]): number => {
  const rate = toDecimal(Number(taxes.reduce((sum, { ratePercent }) => sum + (ratePercent ?? 0), 0).toFixed(6)))
  const whole = 100n * 10n ** BigInt(rate.scale)
  return sumAmounts([Number(divideRounded(BigInt(net) * (whole + rate.digits), whole))])
}

/**
 * Returns the taxes of a line in the form of an order. Rates beyond the most that it has become one, and taxes above the total,
 * which cannot be in it, are unknown.
 */
export const buildTaxes = (total: number, taxes: readonly LineTax[]): LineTax[] | null => {
  if (Math.abs(sumTaxes(taxes)) > Math.abs(total)) return null
  if (taxes.length <= MAX_TAXES) return [...taxes]
  const rest = taxes.slice(MAX_TAXES - 1)
  return [...taxes.slice(0, MAX_TAXES - 1), { name: null, ratePercent: null, amount: sumTaxes(rest) }]
}
