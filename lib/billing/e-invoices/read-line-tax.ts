import { TAX_KINDS, type TaxKind } from '../../../schemas/billing/tax.ts'
import type { TaxCategory } from './semantic-invoice.ts'

export interface TaxedLine {
  taxCategoryId: string | null
  taxRatePercent: number
  taxKind?: TaxKind | null
  taxReason?: string | null
  taxReasonCode?: string | null
}

export interface LineTax {
  category: TaxCategory
  reason: string | null
  reasonCode: string | null
}

/** Codes of the list VATEX for kinds that have only one reason. */
const REASON_CODES: Partial<Record<TaxKind, string>> = {
  reverse_charge: 'VATEX-EU-AE',
  intra_community: 'VATEX-EU-IC',
  export: 'VATEX-EU-G',
  outside_scope: 'VATEX-EU-O',
}

const isTaxKind = (name: string): name is TaxKind => Object.hasOwn(TAX_KINDS, name)

/** Lines from before kinds were stored have one by the name of their category, else by their rate. */
const readKind = ({ taxKind, taxCategoryId, taxRatePercent }: TaxedLine): TaxKind => {
  if (taxKind) return taxKind
  if (taxRatePercent > 0) return 'standard'
  const named = taxCategoryId !== null && isTaxKind(taxCategoryId) ? taxCategoryId : 'zero'
  return TAX_KINDS[named] === TAX_KINDS.standard ? 'zero' : named
}

/** Returns a line's category in EN 16931, with the reason why no tax is charged. */
export const readLineTax = (line: TaxedLine): LineTax => {
  const kind = readKind(line)
  const category = TAX_KINDS[kind]
  // A reason beside a rate is an error (BR-S-10, BR-Z-10).
  if (category === TAX_KINDS.standard || category === TAX_KINDS.zero) return { category, reason: null, reasonCode: null }
  return {
    category,
    reason: line.taxReason ?? null,
    reasonCode: line.taxReasonCode ?? REASON_CODES[kind] ?? null,
  }
}
