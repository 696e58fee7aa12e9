import { divideDown, divideRounded, toDecimal } from './decimal.ts'

/** Thrown when an amount exceeds the safe integers. */
export class AmountTooLarge extends RangeError {}

export const requireSafeAmount = (amount: bigint): number => {
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

/** Splits an amount by weights of at least 0, of which one must be above 0, so that the parts add up to it. */
export const splitByWeights = (amount: number, weights: readonly number[]): number[] => {
  const shares = weights.map((weight) => BigInt(amount) * BigInt(weight))
  return splitByShares(BigInt(amount), shares, BigInt(sumAmounts(weights))).map(requireSafeAmount)
}

interface Taxed {
  amount: number
  taxRatePercent: number
  /** Country whose tax it is, where a document has taxes of several. */
  taxCountry?: string | null
}

/** Tax of one country at one rate on the net amount `base`. */
export interface Tax {
  ratePercent: number
  country: string | null
  base: number
  tax: number
}

/**
 * Splits a total by shares, each of which is a part times the denominator, with the largest remainder method, so that the parts
 * add up to it. The total must be the rounded sum of the parts.
 */
export const splitByShares = (total: bigint, shares: readonly bigint[], denominator: bigint): bigint[] => {
  const parts = shares.map((share) => {
    const whole = divideDown(share, denominator)
    return { whole, remainder: share - whole * denominator }
  })
  const remaining = total - parts.reduce((sum, { whole }) => sum + whole, 0n)
  // The sort is stable, so that of equal remainders the first line gets the unit.
  const byRemainder = parts.toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1))
  const raised = new Set(byRemainder.slice(0, Number(remaining)))
  return parts.map((part) => (raised.has(part) ? part.whole + 1n : part.whole))
}

/**
 * Computes the taxes of a document, which its amounts contain if `included`. Each rate of a country is rounded once and then
 * split among its lines, so that the lines add up to the totals of the document.
 */
export const computeTaxes = (
  lines: readonly Taxed[],
  { included }: { included: boolean },
): { taxAmounts: number[]; taxes: Tax[] } => {
  const taxAmounts = lines.map(() => 0)
  const groups = Map.groupBy(lines.entries(), ([, line]) => `${line.taxRatePercent} ${line.taxCountry ?? ''}`)
  const sorted = [...groups.values()]
    .flatMap((own) => own.slice(0, 1).map(([, line]) => ({ ...line, own })))
    .sort((one, other) => other.taxRatePercent - one.taxRatePercent)
  const taxes = sorted.map(({ taxRatePercent: ratePercent, taxCountry: country = null, own }): Tax => {
    const { digits, scale } = toDecimal(ratePercent)
    const denominator = 100n * 10n ** BigInt(scale) + (included ? digits : 0n)
    const total = sumAmounts(own.map(([, { amount }]) => amount))
    const tax = requireSafeAmount(divideRounded(BigInt(total) * digits, denominator))
    const shares = own.map(([, { amount }]) => BigInt(amount) * digits)
    const parts = splitByShares(BigInt(tax), shares, denominator)
    for (const [i, [index]] of own.entries()) taxAmounts[index] = requireSafeAmount(parts[i] ?? 0n)
    return { ratePercent, country, base: included ? total - tax : total, tax }
  })
  return { taxAmounts, taxes }
}
