import { divideDown, divideRounded, toDecimal } from './decimal.ts'

/** Thrown when an amount exceeds the safe integers. */
export class AmountTooLarge extends RangeError {}

const requireSafeAmount = (amount: bigint): number => {
  const number = Number(amount)
  if (!Number.isSafeInteger(number)) throw new AmountTooLarge('the amount is too large')
  return number
}

export const sumAmounts = (amounts: readonly number[]): number =>
  requireSafeAmount(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n))

/** Multiplies a quantity, which may have decimals, by a price in minor units. */
export const multiplyPrice = (quantity: number, unitPrice: number): number => {
  const { digits, scale } = toDecimal(quantity)
  return requireSafeAmount(divideRounded(digits * BigInt(unitPrice), 10n ** BigInt(scale)))
}

interface Taxed {
  amount: number
  taxRatePercent: number
}

/** Tax at one rate on the amount `base`. */
export interface Tax {
  ratePercent: number
  base: number
  tax: number
}

/** Splits a total by shares with the largest remainder method, so that the parts add up to it. */
const splitByShares = (total: bigint, shares: readonly bigint[], denominator: bigint): bigint[] => {
  const parts = shares.map((share) => divideDown(share, denominator))
  const remaining = total - parts.reduce((sum, part) => sum + part, 0n)
  const byRemainder = shares
    .map((share, i) => ({ i, remainder: share - (parts[i] as bigint) * denominator }))
    .sort((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1))
  for (const { i } of byRemainder.slice(0, Number(remaining))) parts[i] = (parts[i] as bigint) + 1n
  return parts
}

/**
 * Computes the taxes of a document. Each rate is rounded once and then split among its lines, so that the lines add up to
 * the totals of the document.
 */
export const computeTaxes = (lines: readonly Taxed[]): { taxAmounts: number[]; taxes: Tax[] } => {
  const taxAmounts = lines.map(() => 0)
  const rates = [...new Set(lines.map(({ taxRatePercent }) => taxRatePercent))].sort((a, b) => b - a)
  const taxes = rates.map((ratePercent): Tax => {
    const { digits, scale } = toDecimal(ratePercent)
    const denominator = 100n * 10n ** BigInt(scale)
    const indexes = [...lines.keys()].filter((i) => lines[i]?.taxRatePercent === ratePercent)
    const shares = indexes.map((i) => BigInt((lines[i] as Taxed).amount) * digits)
    const base = sumAmounts(indexes.map((i) => (lines[i] as Taxed).amount))
    const tax = divideRounded(BigInt(base) * digits, denominator)
    const parts = splitByShares(tax, shares, denominator)
    for (const [at, i] of indexes.entries()) taxAmounts[i] = requireSafeAmount(parts[at] as bigint)
    return { ratePercent, base, tax: requireSafeAmount(tax) }
  })
  return { taxAmounts, taxes }
}
