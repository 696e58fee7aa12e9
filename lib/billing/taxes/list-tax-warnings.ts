import type { LineItem } from '../../../schemas/billing/invoice.ts'
import type { TaxDoubt } from '../../../schemas/billing/tax.ts'
import type { TaxWarningCode } from '../../../schemas/billing/tax-fields.ts'
import { type LineTax, pickTax, type TaxRates } from '../tax.ts'
import { decideTaxOfLine, type SupplyPlace } from './supply-place.ts'

interface TaxWarning {
  code: TaxWarningCode
  message: string
}

const DOUBTS: Readonly<Record<TaxDoubt, string>> = {
  SELLER_COUNTRY_UNKNOWN: 'your own country is not known. Set general.country.',
  DESTINATION_UNKNOWN:
    'the country of destination is not known. Give the invoice deliverTo, or the partner an address.',
  SUPPLY_TYPE_UNKNOWN:
    'goods and services are taxed differently there. Give the line its supplyType, or the tax category in billing.taxCategories.',
  BUYER_OUTSIDE_UNION:
    'the VAT id of the partner is not one of the European Union. Enter the id of a member state, or none for a consumer.',
  RATE_UNKNOWN: 'the country of destination has no rate for it on that day. Add it to billing.taxRatesByCountry.',
  RATE_UNEXPLAINED: 'the shop charged no tax, and nothing says why. Give the line another tax category.',
}

/** Explains why the tax of a line is not decided. */
export const explainTaxDoubt = (doubt: TaxDoubt): string => `The tax is not decided, because ${DOUBTS[doubt]}`

/** Names the lines of a warning, which most often concerns all of them. */
const nameLines = (places: readonly number[], count: number): string => {
  if (places.length === count) return 'all lines'
  const [first, ...rest] = places
  return rest.length ? `line ${first} and ${rest.length} more` : `line ${first}`
}

const groupLines = <K>(lines: readonly K[], describe: (line: K) => string | undefined): [string, number[]][] => {
  const groups = new Map<string, number[]>()
  for (const [i, line] of lines.entries()) {
    const text = describe(line)
    if (text !== undefined) groups.set(text, [...(groups.get(text) ?? []), i + 1])
  }
  return [...groups]
}

/** Lists what was not decided when the lines were priced. */
export const listTaxDoubts = (lines: readonly LineTax[]): TaxWarning[] =>
  groupLines(lines, ({ taxDoubt }) => (taxDoubt ? explainTaxDoubt(taxDoubt) : undefined)).map(([text, places]) => ({
    code: 'TAX_UNDECIDED',
    message: `${text} It concerns ${nameLines(places, lines.length)}.`,
  }))

const describeTax = ({ taxKind, taxRatePercent, taxCountry }: LineTax) =>
  `${taxRatePercent} % (${[taxKind, taxCountry].filter(Boolean).join(', ')})`

const isSameTax = (one: LineTax, other: LineTax) =>
  one.taxRatePercent === other.taxRatePercent &&
  (one.taxKind === other.taxKind || one.taxRatePercent > 0) &&
  one.taxCountry === other.taxCountry &&
  one.oneStopShop === other.oneStopShop &&
  one.taxDoubt === other.taxDoubt

/**
 * Lists what of the taxes of a draft is not as rules, rates and facts have it by now. Its lines stay as they are until somebody
 * has them computed again.
 */
export const listTaxWarnings = (lines: readonly LineItem[], place: SupplyPlace, taxRates: TaxRates): TaxWarning[] => {
  const decided = lines.map((line) => ({ line, decision: decideTaxOfLine(line, place, taxRates) }))
  const list = (code: TaxWarningCode, describe: (each: (typeof decided)[number]) => string | undefined) =>
    groupLines(decided, describe).map(([text, places]) => ({
      code,
      message: `${text} It concerns ${nameLines(places, lines.length)}.`,
    }))
  return [
    ...list('TAX_CHANGED', ({ line, decision: { tax } }) =>
      isSameTax(pickTax(line), tax)
        ? undefined
        : `The draft has ${describeTax(line)}, and today it would be ${describeTax(tax)}. Have its taxes computed again, or issue it as it is.`,
    ),
    ...list('TAX_RATE_DIFFERS', ({ line, decision: { expectedRatePercent: expected } }) =>
      line.supply?.chargedRatePercent == null || expected === null || expected === line.supply.chargedRatePercent
        ? undefined
        : `The shop charged ${line.supply.chargedRatePercent} %, and your rates and rules give ${expected} %.`,
    ),
    ...list('TAX_RATE_UNKNOWN', ({ line, decision: { tax, expectedRatePercent: expected } }) =>
      line.supply?.chargedRatePercent == null || expected !== null || tax.taxDoubt !== null
        ? undefined
        : `The shop charged ${line.supply.chargedRatePercent} %, which billing.taxRatesByCountry does not have for ${tax.taxCountry ?? 'the country'}.`,
    ),
    ...list('TAX_REGISTRATION_NEEDED', ({ decision: { registrationCountry: country } }) =>
      country === null
        ? undefined
        : `The supply leaves from or is taxed in ${country}, where you have to be registered for it.`,
    ),
  ]
}
