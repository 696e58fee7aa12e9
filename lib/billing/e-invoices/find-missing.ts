import type { EInvoiceFormat } from '../../../schemas/billing/sending/e-invoice.ts'
import { TAX_KINDS } from '../../../schemas/billing/tax.ts'
import { getMinorDigits } from '../../platform/money/currencies.ts'
import type { Violation } from '../../platform/problem.ts'
import { isCountry } from './is-country.ts'
import type { Party, SemanticInvoice, TaxCategoryCode, TaxSubtotal } from './semantic-invoice.ts'

/** A demand of a format: the path of the data, whether it is there, and which documents need it. */
type Demand = readonly [propertyPath: string, isMet: unknown, reason: string]

const { exempt, reverse_charge, intra_community, export: exported, outside_scope, standard, zero } = TAX_KINDS

const SELLER_NEEDS_VAT_ID: readonly TaxCategoryCode[] = [reverse_charge, intra_community, exported]
const BUYER_NEEDS_VAT_ID: readonly TaxCategoryCode[] = [reverse_charge, intra_community]
const SELLER_NEEDS_TAX_ID: readonly TaxCategoryCode[] = [standard, zero, exempt]

const COUNTRY_REASON = 'must be the code of a country'
const MAX_MINOR_DIGITS = 2

/** EN 16931 allows one unit of the currency; a little less absorbs what floating point adds. */
const MAX_TAX_DIFFERENCE = 0.99

/**
 * True if a tax is what its rate gives of its base, up to roundings. In currencies without decimals, parts of credited taxes
 * may be farther from it than EN 16931 allows (BR-CO-17).
 */
const isOfRate = ({ base, tax, rate }: TaxSubtotal, currency: string): boolean => {
  const unit = 10 ** getMinorDigits(currency)
  const expected = Math.round((Math.abs(base) / unit) * rate) / 100
  return Math.abs(Math.abs(tax) / unit - expected) <= MAX_TAX_DIFFERENCE
}

const isGerman = ({ address }: Party) => address.countryCode === 'DE'

const listTaxDemands = ({ taxes, seller, buyer, supply, deliverTo, isTaxDecided }: SemanticInvoice): Demand[] => {
  const categories = new Set(taxes.map(({ category }) => category))
  const hasAny = (some: readonly TaxCategoryCode[]) => some.some((category) => categories.has(category))
  const reasonless = taxes.filter(({ category, reason, reasonCode }) => category === exempt && !reason && !reasonCode)
  return [
    [
      'general.vatId',
      !hasAny(SELLER_NEEDS_VAT_ID) || seller.vatId,
      'is required, because the recipient owes the tax or the goods leave the country',
    ],
    [
      'general.taxId',
      hasAny(SELLER_NEEDS_VAT_ID) || !hasAny(SELLER_NEEDS_TAX_ID) || seller.vatId || seller.taxNumber,
      'is required',
    ],
    [
      'partner.vatId',
      !hasAny(BUYER_NEEDS_VAT_ID) || buyer.vatId,
      'is required, because the recipient owes the tax or the goods go to another country of the EU',
    ],
    ['billing.taxCategories', !reasonless.length, 'must give a reason for lines that are exempt from tax'],
    [
      'lineItems',
      !categories.has(outside_scope) || categories.size === 1,
      'must not mix what is outside the scope of VAT with anything else',
    ],
    ['lineItems.taxDoubt', isTaxDecided, 'must not name a doubt; the warnings of the document say what is missing'],
    [
      'deliverTo.countryCode',
      !deliverTo || deliverTo === buyer.address || isCountry(deliverTo.countryCode ?? ''),
      COUNTRY_REASON,
    ],
    [
      'supplyDate',
      !categories.has(intra_community) || supply,
      'is required for goods that go to another country of the EU',
    ],
  ]
}

/** Details that EN 16931 asks of every document. */
const listCommonDemands = (invoice: SemanticInvoice): Demand[] => {
  const { seller, buyer, currency } = invoice
  return [
    ['general.companyName', seller.name, 'is required'],
    ['general.legalAddress.countryCode', isCountry(seller.address.countryCode ?? ''), COUNTRY_REASON],
    ['general.registrationNumber', seller.id || seller.registration || seller.vatId, 'is required without a tax id'],
    ['partner.name', buyer.name, 'must have letters that can be written in XML'],
    ['partner.address.countryCode', isCountry(buyer.address.countryCode ?? ''), COUNTRY_REASON],
    [
      'taxBreakdown',
      invoice.taxes.every((each) => isOfRate(each, currency)),
      'must have taxes that differ by less than 1 from what their rates give, because e-invoices allow no more',
    ],
    [
      'currencyCode',
      getMinorDigits(currency) <= MAX_MINOR_DIGITS,
      'must have at most two decimals, because e-invoices have no more',
    ],
    ...listTaxDemands(invoice),
  ]
}

const listElectronicAddressDemands = ({ seller, buyer }: SemanticInvoice): Demand[] => [
  ['billing.electronicAddress', seller.electronicAddress, 'is required without general.contactEmail'],
  ['partner.electronicAddress', buyer.electronicAddress, 'is required without a billing contact'],
]

/** Details that German authorities and Peppol's German rules ask for (BR-DE). */
const listGermanDemands = ({ seller, buyer, buyerReference, payment }: SemanticInvoice): Demand[] => [
  ['general.legalAddress.city', seller.address.city, 'is required'],
  ['general.legalAddress.postalCode', seller.address.postalCode, 'is required'],
  ['general.contactName', seller.contact.name, 'is required'],
  ['general.contactPhone', seller.contact.phone, 'is required'],
  ['general.contactEmail', seller.contact.email, 'is required'],
  ['billing.bankAccount.iban', payment, 'is required'],
  ['partner.address.city', buyer.address.city, 'is required'],
  ['partner.address.postalCode', buyer.address.postalCode, 'is required'],
  ['partner.buyerReference', buyerReference, 'is required; authorities call it Leitweg-ID'],
]

/** Peppol has no addresses that are mailboxes. */
const isInPeppol = ({ electronicAddress }: Party) => electronicAddress && electronicAddress.scheme !== 'EM'

const listPeppolDemands = (invoice: SemanticInvoice): Demand[] => [
  ['billing.electronicAddress', isInPeppol(invoice.seller), 'is required'],
  ['partner.electronicAddress', isInPeppol(invoice.buyer), 'is required'],
  ['partner.buyerReference', invoice.buyerReference, 'is required'],
  ...(isGerman(invoice.seller) && isGerman(invoice.buyer) ? listGermanDemands(invoice) : []),
]

const DEMANDS: Readonly<Record<EInvoiceFormat, (invoice: SemanticInvoice) => Demand[]>> = {
  'xrechnung-ubl': (invoice) => [...listElectronicAddressDemands(invoice), ...listGermanDemands(invoice)],
  'xrechnung-cii': (invoice) => [...listElectronicAddressDemands(invoice), ...listGermanDemands(invoice)],
  peppol: listPeppolDemands,
  'en16931-ubl': () => [],
  facturx: () => [],
}

/**
 * Lists everything for which the format has a demand that the document does not meet, so that nothing is written wrongly.
 * Paths are those of settings, of the `partner` and of the document.
 */
export const findMissing = (invoice: SemanticInvoice, format: EInvoiceFormat): Violation[] => {
  const unmet = [...listCommonDemands(invoice), ...DEMANDS[format](invoice)].filter(([, isMet]) => !isMet)
  const byPath = new Map(unmet.map(([propertyPath, , message]) => [propertyPath, message]))
  return [...byPath].map(([propertyPath, message]) => ({ propertyPath, message }))
}
