import { TAX_KINDS } from '../../../schemas/billing/tax.ts'
import type { BankAccount, PostalAddress } from '../../document/printing/printed-document.ts'
import { describeRegion } from '../../platform/addresses/describe-region.ts'
import type { Day } from '../../platform/calendar/day.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import { getMinorDigits } from '../../platform/money/currencies.ts'
import { divideRounded, toDecimal } from '../../platform/money/decimal.ts'
import type { LineTax } from '../tax.ts'
import { cleanLine, cleanLines } from './clean-line.ts'
import {
  type Address,
  type ElectronicAddress,
  type Party,
  type PaymentInstructions,
  type SemanticInvoice,
  type SemanticLine,
  type Supply,
  type TaxSubtotal,
  TYPE_CODES,
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

interface BilledLine extends LineTax {
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
  /** True if the buyer issues it for the seller. */
  isSelfBilled?: boolean
  number: string
  issuedOn: Day
  dueOn: Day | null
  currency: string
  note: string | null
  paymentTerms: string | null
  preceding: { number: string; issuedOn: Day | null } | null
  supply: Supply | null
  /** Where the goods go, if not to the buyer. */
  deliverTo: PostalAddress | null
  pricesIncludeTax: boolean
  taxTotal: number
  grandTotal: number
  lines: readonly BilledLine[]
}

const readAddress = (address: PostalAddress | null): Address => {
  const { line1, line2, city, postalCode, countryCode } = address ?? {}
  return {
    line1: cleanLine(line1),
    line2: cleanLine(line2),
    city: cleanLine(city),
    postalCode: cleanLine(postalCode),
    region: cleanLine(address && describeRegion(address)),
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

/** Recipients check the amount up to two hundredths (PEPPOL-EN16931-R120); one that rounds to two can be more. */
const MAX_DIFFERENCE = 1n
const HUNDREDTH_DIGITS = 2

/** Returns how much rounding added to the exact amount, in hundredths of the currency; 0 if nobody would notice. */
const computeRounding = ({ quantity, unitPrice, amount }: BilledLine, currency: string): number => {
  const { digits, scale } = toDecimal(quantity)
  const denominator = 10n ** BigInt(scale)
  const factor = 10n ** BigInt(Math.max(0, HUNDREDTH_DIGITS - getMinorDigits(currency)))
  const difference = divideRounded((BigInt(amount) * denominator - digits * BigInt(unitPrice)) * factor, denominator)
  return difference > MAX_DIFFERENCE || difference < -MAX_DIFFERENCE ? Number(difference) : 0
}

type Price = Pick<SemanticLine, 'netPrice' | 'baseQuantity' | 'rounding'>

/** Takes the price from the amount of the line, which is exact for the whole quantity. */
const readPriceOfAmount = ({ quantity, amount }: BilledLine): Price => {
  const price = Math.abs(amount) / quantity
  return Number.isInteger(price)
    ? { netPrice: price, baseQuantity: 1, rounding: 0 }
    : { netPrice: Math.abs(amount), baseQuantity: quantity, rounding: 0 }
}

const readPrice = (line: BilledLine, { currency, pricesIncludeTax }: BilledData): Price =>
  pricesIncludeTax
    ? readPriceOfAmount(line)
    : { netPrice: Math.abs(line.unitPrice), baseQuantity: 1, rounding: computeRounding(line, currency) }

/** Moves the sign of a discount from its price to its quantity, because a price must not be below 0 (BR-27). */
const readLine = (line: BilledLine, i: number, billed: BilledData): SemanticLine => {
  const { description, quantity, unitPrice, amount, taxRatePercent, taxKind, reference } = line
  return {
    id: String(i + 1),
    note: cleanLine(reference),
    quantity: unitPrice < 0 ? -quantity : quantity,
    unitCode: PIECE,
    netAmount: amount,
    ...readPrice(line, billed),
    name: cleanLine(description) ?? '-',
    category: TAX_KINDS[taxKind],
    rate: taxKind === 'outside_scope' ? null : taxRatePercent,
  }
}

const joinReasons = (lines: readonly BilledLine[]) =>
  [...new Set(lines.flatMap(({ taxReason }) => cleanLine(taxReason) ?? []))].join('; ') || null

const readCommonCode = (lines: readonly BilledLine[]) => {
  const [code = null, ...others] = new Set(lines.map(({ taxReasonCode }) => taxReasonCode))
  return others.length ? null : code
}

/** Sums up the lines by category and rate from their stored taxes; nothing is computed again. */
const sumTaxes = (lines: readonly BilledLine[]): TaxSubtotal[] => {
  const groups = Map.groupBy(lines, ({ taxKind, taxRatePercent }) => `${TAX_KINDS[taxKind]} ${taxRatePercent}`)
  return [...groups.values()].flatMap((own): TaxSubtotal[] => {
    const [first] = own
    if (!first) return []
    return [
      {
        category: TAX_KINDS[first.taxKind],
        rate: first.taxRatePercent,
        base: sumAmounts(own.map(({ amount }) => amount)),
        tax: sumAmounts(own.map(({ taxAmount }) => taxAmount)),
        reason: joinReasons(own),
        reasonCode: readCommonCode(own),
      },
    ]
  })
}

/** A credit is set off against the invoice, so it names no account. */
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

/** An invoice outside the scope of VAT must not name VAT ids (BR-O-02), so another identifier takes their place. */
const hideVatIds = ({ seller, buyer }: Record<'seller' | 'buyer', Party>) => ({
  seller: { ...seller, vatId: null, id: seller.registration ? seller.id : (seller.id ?? seller.vatId) },
  buyer: { ...buyer, vatId: null },
})

/** Describes an issued document by the terms of EN 16931, with the amounts that its PDF shows. */
export const buildSemanticInvoice = (billed: BilledData, seller: SellerData, buyer: BuyerData): SemanticInvoice => {
  const { lines, currency, number } = billed
  const kinds = new Set(lines.map(({ taxKind }) => taxKind))
  const parties = { seller: readSeller(seller), buyer: readBuyer(buyer) }
  return {
    typeCode: TYPE_CODES[billed.isSelfBilled ? (`self_billing_${billed.type}` as const) : billed.type],
    number: cleanLine(number) ?? '',
    issuedOn: billed.issuedOn,
    dueOn: billed.dueOn,
    currency,
    buyerReference: cleanLine(buyer.reference),
    paymentTerms: cleanLines(billed.paymentTerms),
    note: cleanLines(billed.note),
    preceding: billed.preceding,
    ...(kinds.has('outside_scope') ? hideVatIds(parties) : parties),
    supply: billed.supply,
    deliverTo: billed.deliverTo
      ? readAddress(billed.deliverTo)
      : kinds.has('intra_community')
        ? parties.buyer.address
        : null,
    payment: readPayment(billed, seller),
    paymentReference: cleanLine(number) ?? '',
    lineTotal: sumAmounts(lines.map(({ amount }) => amount)),
    taxTotal: billed.taxTotal,
    grandTotal: billed.grandTotal,
    taxes: sumTaxes(lines),
    isTaxDecided: lines.every(({ taxDoubt }) => taxDoubt === null),
    lines: lines.map((line, i) => readLine(line, i, billed)),
  }
}
