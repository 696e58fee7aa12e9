import { REASONED_KINDS, TAX_KINDS, TAXED_KINDS, type TaxKind } from '../../schemas/billing/tax.ts'

/** Describes a tax category, as the setting `billing.taxCategories` describes it. */
export interface TaxCategory {
  kind?: TaxKind
  /** Why there is no tax, as the invoice says it. */
  reason?: string
  /** Code of the reason, such as `VATEX-EU-AE`. */
  reasonCode?: string
}

export interface TaxRates {
  rates: Readonly<Record<string, number>>
  categories?: Readonly<Record<string, TaxCategory>>
  defaultCategory: string
}

/** Tax of a line as it is stored, so that a later change of the settings does not change the line. */
export interface LineTax {
  taxCategoryId: string | null
  taxRatePercent: number
  taxKind: TaxKind
  taxReason: string | null
  taxReasonCode: string | null
}

/** Codes of the reasons that follow from the kind alone. An exemption has many reasons. */
const REASON_CODES: Partial<Record<TaxKind, string>> = {
  reverse_charge: 'VATEX-EU-AE',
  intra_community: 'VATEX-EU-IC',
  export: 'VATEX-EU-G',
  outside_scope: 'VATEX-EU-O',
}

const isTaxKind = (name: string): name is TaxKind => Object.hasOwn(TAX_KINDS, name)

const findOwn = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Infers the kind of a category that is not described: by its rate, and by its name if that is a kind. */
const inferTaxKind = (category: string, ratePercent: number, described?: TaxKind): TaxKind => {
  if (ratePercent > 0) return (described ?? category) === 'reduced' ? 'reduced' : 'standard'
  const kind = described ?? (isTaxKind(category) ? category : 'zero')
  return TAXED_KINDS.includes(kind) ? 'zero' : kind
}

const describeReason = (taxKind: TaxKind, { reason, reasonCode }: TaxCategory) => {
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
  return { taxCategoryId, taxRatePercent, ...describeReason(taxKind, described) }
}

export const pickTax = ({ taxCategoryId, taxRatePercent, taxKind, taxReason, taxReasonCode }: LineTax): LineTax => ({
  taxCategoryId,
  taxRatePercent,
  taxKind,
  taxReason,
  taxReasonCode,
})

/** Returns false for a line without tax whose category nothing describes: most often its rate was forgotten. */
export const isDescribed = ({ taxKind, taxCategoryId }: LineTax, categories: TaxRates['categories'] = {}): boolean =>
  taxKind !== 'zero' || taxCategoryId === 'zero' || findOwn(categories, taxCategoryId ?? '')?.kind === 'zero'

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
    return tax.taxRatePercent === line.taxRatePercent && tax.taxKind !== 'zero' ? { ...line, ...tax } : line
  })
  return completed.every((line, i) => line === lines[i]) ? lines : completed
}

/** Returns true if lines outside the scope of tax are mixed with others, which no document can have (BR-O-11). */
export const isMixed = (lines: readonly LineTax[]): boolean => {
  const outside = lines.filter(({ taxKind }) => taxKind === 'outside_scope')
  return outside.length > 0 && outside.length < lines.length
}
