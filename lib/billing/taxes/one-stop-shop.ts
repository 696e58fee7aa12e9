import type { OneStopShopRow } from '../../../schemas/billing/one-stop-shop.ts'
import type { Day } from '../../platform/calendar/day.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import type { LineTax } from '../tax.ts'

type TaxedLine = LineTax & { amount: number; taxAmount: number }

/** Lines of one document that were sold or credited on a day. */
export interface Movement {
  type: OneStopShopRow['type']
  day: Day
  /** Day of the supply, which differs for a correction. */
  suppliedOn: Day
  currency: string
  lines: readonly TaxedLine[]
}

const MONTHS_OF_QUARTER = 3

/** Returns the quarter of a day, such as `2026-Q4`. */
export const toQuarter = (day: Day): string =>
  `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / MONTHS_OF_QUARTER)}`

/** The return calls Northern Ireland XI; the United Kingdom has no part in the scheme. */
const toMember = (country: string | null): string => (country === 'GB' ? 'XI' : (country ?? ''))

/** Lists what a document adds to the sums of the one-stop shop, one row for each of its lines in it. */
export const toOneStopShopRows = ({ type, day, suppliedOn, currency, lines }: Movement): OneStopShopRow[] => {
  const sign = type === 'correction' ? -1 : 1
  return lines
    .filter(({ oneStopShop }) => oneStopShop)
    .map(({ dispatchCountry, taxCountry, taxRatePercent, amount, taxAmount }) => ({
      quarter: toQuarter(day),
      dispatchCountry: dispatchCountry ?? '',
      destinationCountry: toMember(taxCountry),
      ratePercent: taxRatePercent,
      type,
      originalQuarter: type === 'correction' ? toQuarter(suppliedOn) : null,
      currency,
      netAmount: sign * amount,
      taxAmount: sign * taxAmount,
    }))
}

const nameGroup = ({ netAmount: _net, taxAmount: _tax, ...group }: OneStopShopRow): string =>
  JSON.stringify(Object.values(group))

const compareRows = (one: OneStopShopRow, other: OneStopShopRow): number =>
  one.dispatchCountry.localeCompare(other.dispatchCountry) ||
  one.destinationCountry.localeCompare(other.destinationCountry) ||
  other.type.localeCompare(one.type) ||
  other.ratePercent - one.ratePercent ||
  (one.originalQuarter ?? '').localeCompare(other.originalQuarter ?? '') ||
  one.currency.localeCompare(other.currency)

/**
 * Adds up rows that differ by their amounts only, in the order of their countries, with the supplies before the corrections.
 */
export const sumOneStopShopRows = (rows: readonly OneStopShopRow[]): OneStopShopRow[] =>
  [...Map.groupBy(rows, nameGroup).values()]
    .flatMap((own) =>
      own.slice(0, 1).map((row) => ({
        ...row,
        netAmount: sumAmounts(own.map(({ netAmount }) => netAmount)),
        taxAmount: sumAmounts(own.map(({ taxAmount }) => taxAmount)),
      })),
    )
    .sort(compareRows)
