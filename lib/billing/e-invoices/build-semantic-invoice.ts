import { TAX_KINDS } from '../../../schemas/billing/tax.ts'
import type { BankAccount, PostalAddress } from '../../document/printing/printed-document.ts'
import type { Day } from '../../platform/calendar/day.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import { cleanLine, cleanLines } from './clean-text.ts'
import { type LineTax, readLineTax, type TaxedLine } from './read-line-tax.ts'
import type {
  Address,
  ElectronicAddress,
  Party,
  PaymentInstructions,
  SemanticInvoice,
  SemanticLine,
  Supply,
  TaxSubtotal,
} from './semantic-invoice.ts'
import { readTaxIdentifiers } from './tax-identifiers.ts'

interface PartyData {
  name: string
  address: PostalAddress | null
  taxId: string | null
  vatId: string | null
  electronicAddress: Partial<ElectronicAddress> | null
}

export interface SellerData extends PartyData {
  registration: string | null
  contactName: string | null
  phone: string | null
  email: string | null
  bankAccount: BankAccount | null
}

export interface BuyerData extends PartyData {
  contact: { name?: string | null; email: string } | null
  reference: string | null
}

interface BilledLine extends TaxedLine {
  description: string
  quantity: number
  unitPrice: number
  amount: number
  taxAmount: number
  reference?: string | null
}

/** An issued invoice or credit note. */
export interface BilledData {
  type: 'invoice' | 'credit_note'
  number: string
  issuedOn: Day
  dueOn: Day | null
  currency: string
  note: string | null
  paymentTerms: string | null
  preceding: { number: string; issuedOn: Day | null } | null
  supply: Supply | null
  taxTotal: number
  grandTotal: number
  lines: readonly BilledLine[]
}

const readAddress = (address: PostalAddress | null): Address => {
  const { line1, line2, city, postalCode, region, countryCode } = address ?? {}
  return {
    line1: cleanLine(line1),
    line2: cleanLine(line2),
    city: cleanLine(city),
    postalCode: cleanLine(postalCode),
    region: cleanLine(region),
    countryCode: countryCode ?? null,
  }
}

/** Returns the given address, or otherwise that of the mailbox. */
const readElectronicAddress = (
  given: Partial<ElectronicAddress> | null,
  email: string | null | undefined,
): ElectronicAddress | null => {
  if (given?.scheme && given.id) return { scheme: given.scheme, id: given.id.trim() }
  return email ? { scheme: 'EM', id: email } : null
}

const readSeller = (seller: SellerData): Party => {
  const { vatId, taxNumber } = readTaxIdentifiers(seller.taxId, seller.vatId)
  const registration = cleanLine(seller.registration)
  return {
    name: cleanLine(seller.name) ?? '',
    // A seller has to be identified by more than a tax number (BR-CO-26), so that number also becomes its identifier.
    id: vatId || registration ? null : cleanLine(taxNumber),
    registration,
    vatId,
    taxNumber: cleanLine(taxNumber),
    electronicAddress: readElectronicAddress(seller.electronicAddress, seller.email),
    address: readAddress(seller.address),
    contact: { name: cleanLine(seller.contactName), phone: seller.phone, email: seller.email },
  }
}

const readBuyer = (buyer: BuyerData): Party => ({
  name: cleanLine(buyer.name) ?? '',
  id: null,
  registration: null,
  vatId: readTaxIdentifiers(buyer.taxId, buyer.vatId).vatId,
  taxNumber: null,
  electronicAddress: readElectronicAddress(buyer.electronicAddress, buyer.contact?.email),
  address: readAddress(buyer.address),
  contact: { name: cleanLine(buyer.contact?.name), phone: null, email: buyer.contact?.email ?? null },
})

const PIECE = 'C62'

/** Moves the sign of a discount from its price to its quantity, because a price must not be below 0 (BR-27). */
const readLine = (
  { description, quantity, unitPrice, amount, taxRatePercent, reference }: BilledLine,
  { category }: LineTax,
  i: number,
): SemanticLine => ({
  id: String(i + 1),
  note: cleanLine(reference),
  quantity: unitPrice < 0 ? -quantity : quantity,
  unitCode: PIECE,
  netAmount: amount,
  netPrice: Math.abs(unitPrice),
  name: cleanLine(description) ?? '-',
  category,
  rate: category === TAX_KINDS.outside_scope ? null : taxRatePercent,
})

const joinReasons = (texts: readonly (string | null)[]) =>
  [...new Set(texts.filter((text) => text !== null))].join('; ') || null

const readCommonCode = (codes: readonly (string | null)[]) => (new Set(codes).size === 1 ? (codes[0] ?? null) : null)

/** Sums up the lines by category and rate from their stored taxes; nothing is computed again. */
const sumTaxes = (lines: readonly BilledLine[], taxes: readonly LineTax[]): TaxSubtotal[] => {
  const entries = lines.flatMap((line, i) => {
    const tax = taxes[i]
    return tax ? [{ line, tax }] : []
  })
  const groups = Map.groupBy(entries, ({ line, tax }) => `${tax.category} ${line.taxRatePercent}`)
  return [...groups.values()].map((own): TaxSubtotal => {
    const [first] = own
    return {
      category: first?.tax.category ?? TAX_KINDS.standard,
      rate: first?.line.taxRatePercent ?? 0,
      base: sumAmounts(own.map(({ line }) => line.amount)),
      tax: sumAmounts(own.map(({ line }) => line.taxAmount)),
      reason: joinReasons(own.map(({ tax }) => cleanLine(tax.reason))),
      reasonCode: readCommonCode(own.map(({ tax }) => tax.reasonCode)),
    }
  })
}

/** What is credited is set off against the invoice, so it names no account. */
const SET_OFF: PaymentInstructions = { meansCode: '97', iban: null, accountHolder: null, bic: null }

const readPayment = (
  { type, currency }: Pick<BilledData, 'type' | 'currency'>,
  { bankAccount, name }: SellerData,
): PaymentInstructions | null => {
  if (type === 'credit_note') return SET_OFF
  if (!bankAccount?.iban) return null
  return {
    meansCode: currency === 'EUR' ? '58' : '30',
    iban: bankAccount.iban,
    accountHolder: cleanLine(bankAccount.accountHolder) ?? cleanLine(name),
    bic: bankAccount.bic ?? null,
  }
}

/** Describes an issued document by the terms of EN 16931, with the amounts that its PDF shows. */
export const buildSemanticInvoice = (billed: BilledData, seller: SellerData, buyer: BuyerData): SemanticInvoice => {
  const { lines, currency, number } = billed
  const taxes = lines.map(readLineTax)
  const categories = new Set(taxes.map(({ category }) => category))
  const parties = { seller: readSeller(seller), buyer: readBuyer(buyer) }
  if (categories.has(TAX_KINDS.outside_scope)) {
    // What is outside the scope of VAT must not name VAT ids (BR-O-02), so another identifier takes their place.
    const { vatId, registration, id } = parties.seller
    parties.seller = { ...parties.seller, vatId: null, id: registration ? id : (id ?? vatId) }
    parties.buyer = { ...parties.buyer, vatId: null }
  }
  return {
    typeCode: billed.type === 'credit_note' ? '381' : '380',
    number: cleanLine(number) ?? '',
    issuedOn: billed.issuedOn,
    dueOn: billed.dueOn,
    currency,
    buyerReference: cleanLine(buyer.reference),
    paymentTerms: cleanLines(billed.paymentTerms),
    note: cleanLines(billed.note),
    preceding: billed.preceding,
    ...parties,
    supply: billed.supply,
    deliverToCountry: categories.has(TAX_KINDS.intra_community) ? parties.buyer.address.countryCode : null,
    payment: readPayment(billed, seller),
    paymentReference: cleanLine(number) ?? '',
    lineTotal: sumAmounts(lines.map(({ amount }) => amount)),
    taxTotal: billed.taxTotal,
    grandTotal: billed.grandTotal,
    taxes: sumTaxes(lines, taxes),
    lines: lines.map((line, i) => readLine(line, taxes[i] ?? readLineTax(line), i)),
  }
}
