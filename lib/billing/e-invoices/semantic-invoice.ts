import type { TAX_KINDS } from '../../../schemas/billing/tax.ts'
import type { Day } from '../../platform/calendar/day.ts'

// Invoices and credit notes as EN 16931 describes them, without syntax. BT and BG are the business terms of the norm.

export type TaxCategoryCode = (typeof TAX_KINDS)[keyof typeof TAX_KINDS]

/** An address in an exchange network, with the code of its scheme (EAS), such as `EM` for e-mail. */
export interface ElectronicAddress {
  scheme: string
  id: string
}

/** BG-5 of the seller, BG-8 of the buyer. */
export interface Address {
  /** BT-35, BT-50 */
  line1: string | null
  /** BT-36, BT-51 */
  line2: string | null
  /** BT-37, BT-52 */
  city: string | null
  /** BT-38, BT-53 */
  postalCode: string | null
  /** BT-39, BT-54 */
  region: string | null
  /** BT-40, BT-55 */
  countryCode: string | null
}

/** BG-6 of the seller, BG-9 of the buyer. */
export interface Contact {
  /** BT-41, BT-56 */
  name: string | null
  /** BT-42, BT-57 */
  phone: string | null
  /** BT-43, BT-58 */
  email: string | null
}

/** BG-4, the seller, or BG-7, the buyer. */
export interface Party {
  /** BT-27, BT-44 */
  name: string
  /** BT-29, BT-46 */
  id: string | null
  /** BT-30, BT-47 */
  registration: string | null
  /** BT-31, BT-48 */
  vatId: string | null
  /** BT-32; buyers have none. */
  taxNumber: string | null
  /** BT-34, BT-49 */
  electronicAddress: ElectronicAddress | null
  address: Address
  contact: Contact
}

/** BG-25, a line. Amounts are minor units. */
export interface SemanticLine {
  /** BT-126 */
  id: string
  /** BT-127 */
  note: string | null
  /** BT-129; below 0 for a discount, because a price must not be. */
  quantity: number
  /** BT-130, a code of UN/ECE Recommendation 20 */
  unitCode: string
  /** BT-131 */
  netAmount: number
  /** BT-146, of `baseQuantity` pieces; never below 0 */
  netPrice: number
  /** BT-149; the whole quantity where the price of one piece has no exact amount, otherwise 1. */
  baseQuantity: number
  /** BT-136, or BT-141 above 0: what rounding the amount added, in hundredths of the currency; mostly 0. */
  rounding: number
  /** BT-153 */
  name: string
  /** BT-151 */
  category: TaxCategoryCode
  /** BT-152 in percent; null for what is outside the scope of VAT. */
  rate: number | null
}

/** BG-23, the tax of one category and rate. Amounts are minor units. */
export interface TaxSubtotal {
  /** BT-118 */
  category: TaxCategoryCode
  /** BT-119 */
  rate: number
  /** BT-116 */
  base: number
  /** BT-117 */
  tax: number
  /** BT-120 */
  reason: string | null
  /** BT-121 */
  reasonCode: string | null
}

/** BG-16 */
export interface PaymentInstructions {
  /** BT-81, a code of UNTDID 4461 */
  meansCode: '30' | '58' | '97'
  /** BT-84 */
  iban: string | null
  /** BT-85 */
  accountHolder: string | null
  /** BT-86 */
  bic: string | null
}

/** Days of a supply, both included; BT-72 or BG-14. */
export type Supply = { on: Day } | { from: Day; to: Day }

/** Codes of UNTDID 1001. Credit notes have amounts above 0, too. */
export const TYPE_CODES = {
  invoice: '380',
  credit_note: '381',
  self_billing_invoice: '389',
  self_billing_credit_note: '261',
} as const

export interface SemanticInvoice {
  /** BT-3 */
  typeCode: (typeof TYPE_CODES)[keyof typeof TYPE_CODES]
  /** BT-1 */
  number: string
  /** BT-2 */
  issuedOn: Day
  /** BT-9 */
  dueOn: Day | null
  /** BT-5 */
  currency: string
  /** BT-10 */
  buyerReference: string | null
  /** BT-20 */
  paymentTerms: string | null
  /** BT-22 */
  note: string | null
  /** BG-3: BT-25 and BT-26 */
  preceding: { number: string; issuedOn: Day | null } | null
  seller: Party
  buyer: Party
  supply: Supply | null
  /** BG-15, only where the way of the goods decides on the tax, or they do not go to the buyer. */
  deliverTo: Address | null
  /** Null if the seller has no account and the document is an invoice. */
  payment: PaymentInstructions | null
  /** BT-83 */
  paymentReference: string
  /** BT-106 */
  lineTotal: number
  /** BT-110 */
  taxTotal: number
  /** BT-112, which equals BT-115, because nothing is paid in advance. */
  grandTotal: number
  taxes: TaxSubtotal[]
  /** False if it was not decided which tax is owed; a machine must not take what it says for the truth. */
  isTaxDecided: boolean
  lines: SemanticLine[]
}
