import {
  type GiftCardTax,
  REASONED_KINDS,
  type SupplyType,
  TAX_KINDS,
  TAXED_KINDS,
  type TaxDoubt,
  type TaxKind,
  type TaxRule,
  type TipTax,
} from '../../schemas/billing/tax.ts'
import type { RatesByCountry } from './taxes/rates-by-country.ts'

/** Describes a tax category, as the setting `billing.taxCategories` describes it. */
export interface TaxCategory {
  kind?: TaxKind
  /** Why there is no tax, as the invoice says it. */
  reason?: string
  /** Code of the reason, such as `VATEX-EU-AE`. */
  reasonCode?: string
  /** What lines of the category are, unless they say it themselves. */
  supplyType?: SupplyType
}

export interface TaxRates {
  rates: Readonly<Record<string, number>>
  categories?: Readonly<Record<string, TaxCategory>>
  defaultCategory: string
  /** Rates of countries, which replace those of the tenant there. */
  byCountry?: RatesByCountry
  /** Rules that the tenant turned on. */
  rules?: readonly TaxRule[]
  /** By default `multi_purpose`. */
  giftCards?: GiftCardTax
  /** By default `as_charged`. */
  tips?: TipTax
}

/** Tax of a line as it is stored, so that a later change of the settings does not change the line. */
export interface LineTax {
  taxCategoryId: string | null
  taxRatePercent: number
  taxKind: TaxKind
  taxReason: string | null
  taxReasonCode: string | null
  /** Country whose tax it is; null if it is the seller's, or if nothing says so. */
  taxCountry: string | null
  /** True if the tax of another member state is declared at home. */
  oneStopShop: boolean
  /** Country from which the goods leave, where it differs from the seller's or the one-stop shop asks for it. */
  dispatchCountry: string | null
  /** Why the tax could not be decided; the line then has the rate of the seller or of the shop. */
  taxDoubt: TaxDoubt | null
}

/** The tax of a line that no rule moved to another country. */
export const AT_HOME = { taxCountry: null, oneStopShop: false, dispatchCountry: null, taxDoubt: null } as const

/** Codes of the reasons that follow from the kind alone. An exemption has many reasons. */
const REASON_CODES: Partial<Record<TaxKind, string>> = {
  reverse_charge: 'VATEX-EU-AE',
  intra_community: 'VATEX-EU-IC',
  export: 'VATEX-EU-G',
  outside_scope: 'VATEX-EU-O',
  disbursement: 'VATEX-EU-79-C',
}

const isTaxKind = (name: string): name is TaxKind => Object.hasOwn(TAX_KINDS, name)

const findOwn = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Infers the kind of a category that is not described: by its rate, and by its name if that is a kind. */
export const inferTaxKind = (category: string, ratePercent: number, described?: TaxKind): TaxKind => {
  if (ratePercent > 0) return (described ?? category) === 'reduced' ? 'reduced' : 'standard'
  const kind = described ?? (isTaxKind(category) ? category : 'zero')
  return TAXED_KINDS.includes(kind) ? 'zero' : kind
}

export const describeReason = (taxKind: TaxKind, { reason, reasonCode }: TaxCategory) => {
  const hasReason = REASONED_KINDS.includes(taxKind)
  return {
    taxKind,
    taxReason: (hasReason && reason) || null,
    taxReasonCode: (hasReason && (reasonCode ?? REASON_CODES[taxKind])) || null,
  }
}

/** Resolves a category to its rate and kind. Without a rate it has 0 percent. */
export const resolveTax = (
  { rates, categories = {}, defaultCategory }: TaxRates,
  category: string | null | undefined,
): LineTax => {
  const taxCategoryId = category ?? defaultCategory
  const taxRatePercent = findOwn(rates, taxCategoryId) ?? 0
  const described = findOwn(categories, taxCategoryId) ?? {}
  const taxKind = inferTaxKind(taxCategoryId, taxRatePercent, described.kind)
  return { taxCategoryId, taxRatePercent, ...describeReason(taxKind, described), ...AT_HOME }
}

export const pickTax = (line: LineTax): LineTax => ({
  taxCategoryId: line.taxCategoryId,
  taxRatePercent: line.taxRatePercent,
  taxKind: line.taxKind,
  taxReason: line.taxReason,
  taxReasonCode: line.taxReasonCode,
  taxCountry: line.taxCountry,
  oneStopShop: line.oneStopShop,
  dispatchCountry: line.dispatchCountry,
  taxDoubt: line.taxDoubt,
})

/** Names the tax of a line; lines whose taxes differ are in different sums of a document. */
export const nameTax = (line: LineTax): string => {
  const { taxRatePercent, taxKind, taxReason, taxReasonCode, taxCountry, oneStopShop, dispatchCountry } = line
  return JSON.stringify([
    ...[taxRatePercent, taxRatePercent ? TAX_KINDS[taxKind] : taxKind, taxReason, taxReasonCode],
    ...[taxCountry, oneStopShop, dispatchCountry],
  ])
}

/**
 * Returns false for a line without tax whose category nothing describes: most often its rate was forgotten. The rates of
 * another country were given for it by themselves.
 */
export const isDescribed = (
  { taxKind, taxCategoryId, taxCountry }: LineTax,
  categories: TaxRates['categories'] = {},
): boolean =>
  taxKind !== 'zero' ||
  taxCountry !== null ||
  taxCategoryId === 'zero' ||
  findOwn(categories, taxCategoryId ?? '')?.kind === 'zero'

/** Returns false for an exempt line without a reason; the other kinds are a reason in themselves. */
export const isExplained = ({ taxKind, taxReason, taxReasonCode }: LineTax): boolean =>
  taxKind !== 'exempt' || taxReason !== null || taxReasonCode !== null

/**
 * Completes lines of a draft whose reason was described after they were priced, so that a draft need not be made again.
 * Rates never change. Returns the same array if nothing is to complete.
 */
export const completeReasons = <T extends LineTax>(lines: T[], taxRates: TaxRates): T[] => {
  const completed = lines.map((line) => {
    if (isDescribed(line, taxRates.categories) && isExplained(line)) return line
    const tax = resolveTax(taxRates, line.taxCategoryId)
    const { taxKind, taxReason, taxReasonCode } = tax
    return tax.taxRatePercent === line.taxRatePercent && taxKind !== 'zero'
      ? { ...line, taxKind, taxReason, taxReasonCode }
      : line
  })
  return completed.every((line, i) => line === lines[i]) ? lines : completed
}

/** Returns true if lines outside the scope of tax are mixed with others, which no document can have (BR-O-11). */
export const isMixed = (lines: readonly LineTax[]): boolean => {
  const outside = lines.filter(({ taxKind }) => taxKind === 'outside_scope')
  return outside.length > 0 && outside.length < lines.length
}
