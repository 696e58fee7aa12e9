import type { Invoice } from '../../../schemas/billing/invoice.ts'
import type { MissingDetailCode } from '../../../schemas/billing/tax-fields.ts'
import { EU_MEMBERS } from '../../../schemas/vat-id.ts'
import type { StoredPartner } from '../../partner/partner-store.ts'
import type { BillingSettings } from '../billing-settings.ts'
import { isDescribed, isExplained, type LineTax } from '../tax.ts'
import { findContradictions } from '../taxes/find-contradictions.ts'
import { readVatId } from '../taxes/read-vat-id.ts'
import type { SupplyPlace } from '../taxes/supply-place.ts'

/** A detail that an invoice or a credit note lacks. Its path names the setting, or a field of the partner. */
export interface MissingDetail {
  code: MissingDetailCode
  propertyPath: string
  message: string
}

export interface CheckedDocument {
  noun: 'invoice' | 'credit note'
  currencyCode: string
  grandTotal: number
  /** Empty if they are not known, as in a list. */
  lines: readonly LineTax[]
  /** Where the lines of an invoice are supplied; a credit note follows its invoice, even one that was wrong. */
  place?: SupplyPlace | undefined
}

export type CheckedPartner = Pick<StoredPartner, 'name' | 'address' | 'vatId' | 'taxId' | 'vatCheck'>

type Find = (document: CheckedDocument, settings: BillingSettings, partner: CheckedPartner) => (MissingDetail | false)[]

/** Kinds that shift the tax to the buyer, who is known by the VAT id. */
const BETWEEN_VAT_IDS: readonly LineTax['taxKind'][] = ['reverse_charge', 'intra_community']

const hasKindBetweenVatIds = ({ lines }: CheckedDocument) =>
  lines.some(({ taxKind }) => BETWEEN_VAT_IDS.includes(taxKind))

/** Totals in cents up to which an invoice need not name its buyer: section 33 UStDV, section 11 (6) UStG of Austria. */
const SMALL_TOTALS: Readonly<Record<string, number>> = { DE: 250_00, AT: 400_00 }
/** Article 220a of directive 2006/112/EC allows simplified invoices up to this total in all members. */
const SMALL_TOTAL = 100_00

const isSmall = (document: CheckedDocument, country: string | null): boolean =>
  document.currencyCode === 'EUR' &&
  document.grandTotal <= (SMALL_TOTALS[country ?? ''] ?? SMALL_TOTAL) &&
  !hasKindBetweenVatIds(document)

const findSellerAddress: Find = ({ noun }, settings) => {
  const address = settings['general.legalAddress']
  return [
    !(address?.line1 && address.city) && {
      code: 'SELLER_ADDRESS_MISSING',
      propertyPath: 'general.legalAddress',
      message: `The ${noun} does not show your full address. Set line1 and city of the setting general.legalAddress.`,
    },
  ]
}

const findBuyerAddress: Find = ({ noun }, _settings, { name, address }) => [
  !(address?.line1 && address.city) && {
    code: 'BUYER_ADDRESS_MISSING',
    propertyPath: 'partner.address',
    message: `The ${noun} does not show the full address of ${name}. Set line1 and city of the partner's address.`,
  },
]

const findSellerTaxId: Find = ({ noun }, settings) => [
  !settings['general.taxId'] &&
    !settings['general.vatId'] && {
      code: 'SELLER_TAX_ID_MISSING',
      propertyPath: 'general.taxId',
      message: `The ${noun} does not show your tax id. Set general.vatId or general.taxId.`,
    },
]

const findVatIds: Find = (document, settings, partner) => {
  if (!hasKindBetweenVatIds(document)) return []
  const reason = 'because the tax is the buyer’s in reverse charge and in supplies within the European Union'
  return [
    !readVatId({ vatId: settings['general.vatId'], taxId: settings['general.taxId'] }) && {
      code: 'SELLER_VAT_ID_MISSING',
      propertyPath: 'general.vatId',
      message: `The ${document.noun} must show your VAT id, ${reason}. Set general.vatId.`,
    },
    !readVatId(partner) && {
      code: 'BUYER_VAT_ID_MISSING',
      propertyPath: 'partner.vatId',
      message: `The ${document.noun} must show the VAT id of ${partner.name}, ${reason}. Set the partner's vatId.`,
    },
    partner.vatCheck?.isValid === false && {
      code: 'BUYER_VAT_ID_INVALID',
      propertyPath: 'partner.vatCheck',
      message: `The VAT id of ${partner.name} was not valid on ${partner.vatCheck.checkedAt.slice(0, 10)} by ${partner.vatCheck.service}. Correct it, or record that it is valid by now.`,
    },
  ]
}

const findTaxes: Find = ({ lines }, settings) => {
  const categories = settings['billing.taxCategories']
  const listCategories = (some: readonly LineTax[]) => [...new Set(some.map((line) => line.taxCategoryId ?? ''))]
  return [
    ...listCategories(lines.filter((line) => !isDescribed(line, categories))).map((category) => ({
      code: 'TAX_RATE_MISSING' as const,
      propertyPath: `billing.taxRates.${category}`,
      message: `Lines of the tax category ${category} have no tax, and nothing says why. Set its rate in billing.taxRates before the lines are priced, or its kind in billing.taxCategories.`,
    })),
    ...listCategories(lines.filter((line) => !isExplained(line))).map((category) => ({
      code: 'TAX_REASON_MISSING' as const,
      propertyPath: `billing.taxCategories.${category}`,
      message: `Lines of the tax category ${category} are exempt, and nothing says why. Set its reason in billing.taxCategories.`,
    })),
  ]
}

const findWrongKinds: Find = ({ lines, place }) => (place ? findContradictions(lines, place) : [])

const findBankAccount: Find = ({ noun, grandTotal }, settings) => [
  noun === 'invoice' &&
    grandTotal > 0 &&
    !settings['billing.bankAccount']?.iban && {
      code: 'BANK_ACCOUNT_MISSING',
      propertyPath: 'billing.bankAccount',
      message: 'The invoice asks for payment and shows no account. Set the iban of the setting billing.bankAccount.',
    },
]

const isInUnion = (country: string | null) => country !== null && EU_MEMBERS.includes(country)

/** Checks for a tenant: those of directive 2006/112/EC, article 226, in its members, and a plain set in other countries. */
const listChecks = (document: CheckedDocument, country: string | null, hasPartner: boolean): Find[] => {
  if (!country) return [findSellerAddress]
  if (!isInUnion(country)) return [findSellerAddress, ...(hasPartner ? [findBuyerAddress] : [])]
  const small = isSmall(document, country)
  return [
    findSellerAddress,
    ...(small ? [] : [findSellerTaxId]),
    ...(small || !hasPartner ? [] : [findBuyerAddress]),
    ...(hasPartner ? [findVatIds, findWrongKinds] : []),
    findTaxes,
    findBankAccount,
  ]
}

const NOBODY: CheckedPartner = { name: '', address: null, vatId: null, taxId: null, vatCheck: null }

export type ChecksMode = 'refuse' | 'warn' | 'off'

/** Returns what happens to incomplete invoices: by default they are refused once the tenant's country is known. */
export const getChecksMode = (settings: BillingSettings): ChecksMode =>
  settings['billing.invoiceChecks'] ?? (settings['general.country'] ? 'refuse' : 'warn')

/** Finds out whether the checks of these settings need the partner. */
export const needsPartner = (settings: BillingSettings): boolean =>
  settings['general.country'] !== null && getChecksMode(settings) !== 'off'

/** Lists all details that the document lacks; without the partner, those that follow from the settings. */
export const findMissingDetails = (
  document: CheckedDocument,
  settings: BillingSettings,
  partner: CheckedPartner | undefined,
): MissingDetail[] => {
  if (getChecksMode(settings) === 'off') return []
  return listChecks(document, settings['general.country'], partner !== undefined)
    .flatMap((find) => find(document, settings, partner ?? NOBODY))
    .filter((found) => found !== false)
}

/** Lists the missing details as answers show them; they end with their cause, without a change of the document. */
export const listWarnings = (...given: Parameters<typeof findMissingDetails>): Invoice['warnings'] =>
  findMissingDetails(...given).map(({ code, message }) => ({ code, message }))
