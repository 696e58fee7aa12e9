import type { TaxKind } from '../../../schemas/billing/tax.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import type { LineTax } from '../tax.ts'

interface TaxedLine extends LineTax {
  amount: number
  taxAmount: number
}

/** Tax of one kind, rate and country on the net amount `base`. */
export interface TaxSum {
  kind: TaxKind
  ratePercent: number
  /** Null: that of the seller. */
  country: string | null
  oneStopShop: boolean
  base: number
  tax: number
}

/** Sums up lines by kind, rate and country from their stored taxes, the highest rate first; nothing is computed again. */
export const sumTaxesByCountry = (lines: readonly TaxedLine[]): TaxSum[] => {
  const groups = Map.groupBy(lines, ({ taxKind, taxRatePercent, taxCountry, oneStopShop }) =>
    JSON.stringify([taxKind, taxRatePercent, taxCountry, oneStopShop]),
  )
  return [...groups.values()]
    .flatMap((own) =>
      own.slice(0, 1).map(({ taxKind, taxRatePercent, taxCountry, oneStopShop }) => ({
        kind: taxKind,
        ratePercent: taxRatePercent,
        country: taxCountry,
        oneStopShop,
        base: sumAmounts(own.map(({ amount }) => amount)),
        tax: sumAmounts(own.map(({ taxAmount }) => taxAmount)),
      })),
    )
    .sort((one, other) => other.ratePercent - one.ratePercent)
}
