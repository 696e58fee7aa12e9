import { requireSafeAmount, sumAmounts } from './amounts.ts'
import { divideRounded, toDecimal } from './decimal.ts'
import { splitByShares } from './split.ts'

/** A line at one rate. */
export interface Taxed {
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
