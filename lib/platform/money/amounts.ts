import { divideDown, divideRounded, toDecimal } from './decimal.ts'

/** Thrown where an amount is beyond what a number holds exactly. */
export class AmountTooLarge extends RangeError {}

const requireSafeAmount = (amount: bigint): number => {
  const number = Number(amount)
  if (!Number.isSafeInteger(number)) throw new AmountTooLarge('the amount is too large')
  return number
}

export const sumAmounts = (amounts: readonly number[]): number =>
  requireSafeAmount(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n))

/** What a quantity, which may have decimals, costs at a price in minor units. */
export const multiplyPrice = (quantity: number, unitPrice: number): number => {
  const { digits, scale } = toDecimal(quantity)
  return requireSafeAmount(divideRounded(digits * BigInt(unitPrice), 10n ** BigInt(scale)))
}

/** One line's part in a tax: its amount in minor units. */
interface Taxed {
  amount: number
  taxRatePercent: number
}

/** What is due at one rate: `base` is what it is reckoned from. */
export interface Tax {
  ratePercent: number
  base: number
  tax: number
}

/** Splits a whole into parts that lie as near as they can to their exact shares and sum to it. */
const split = (total: bigint, shares: readonly bigint[], denominator: bigint): bigint[] => {
  const parts = shares.map((share) => divideDown(share, denominator))
  const left = total - parts.reduce((sum, part) => sum + part, 0n)
  const byRemainder = shares
    .map((share, i) => ({ i, remainder: share - (parts[i] as bigint) * denominator }))
    .sort((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1))
  for (const { i } of byRemainder.slice(0, Number(left))) parts[i] = (parts[i] as bigint) + 1n
  return parts
}

/**
 * The tax of a document: rounded once for each rate, then split to the lines by largest remainder, so that the lines
 * add up to what the document says.
 */
export const computeTaxes = (lines: readonly Taxed[]): { taxAmounts: number[]; taxes: Tax[] } => {
  const taxAmounts = lines.map(() => 0)
  const rates = [...new Set(lines.map(({ taxRatePercent }) => taxRatePercent))].sort((a, b) => b - a)
  const taxes = rates.map((ratePercent): Tax => {
    const { digits, scale } = toDecimal(ratePercent)
    const denominator = 100n * 10n ** BigInt(scale)
    const places = [...lines.keys()].filter((i) => lines[i]?.taxRatePercent === ratePercent)
    const shares = places.map((i) => BigInt((lines[i] as Taxed).amount) * digits)
    const base = sumAmounts(places.map((i) => (lines[i] as Taxed).amount))
    const tax = divideRounded(BigInt(base) * digits, denominator)
    const parts = split(tax, shares, denominator)
    for (const [at, i] of places.entries()) taxAmounts[i] = requireSafeAmount(parts[at] as bigint)
    return { ratePercent, base, tax: requireSafeAmount(tax) }
  })
  return { taxAmounts, taxes }
}
