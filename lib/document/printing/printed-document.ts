import type { LabelName } from '../words/words.ts'

// Content of a document as plain values: without sentences and formatted amounts, so that it can be printed in any language.

export const PRINTED_KINDS = [
  'invoice',
  'credit_note',
  'self_billing_invoice',
  'self_billing_credit_note',
  'settlement',
  'statement',
  'open_items',
  'delivery_note',
  'return_slip',
  'pick_list',
] as const
export type PrintedKind = (typeof PRINTED_KINDS)[number]

export interface PostalAddress {
  line1?: string | null
  line2?: string | null
  postalCode?: string | null
  city?: string | null
  region?: string | null
  countryCode?: string | null
}

export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/svg+xml'
  content: Buffer
}

export interface BankAccount {
  accountHolder?: string | null
  bankName?: string | null
  iban?: string | null
  bic?: string | null
}

/** The issuer of a document. */
export interface Letterhead {
  name: string
  address: PostalAddress | null
  taxId: string | null
  vatId?: string | null
  registration: string | null
  email: string | null
  phone: string | null
  website: string | null
  logo: Picture | null
  bankAccount: BankAccount | null
  /** Text at the end of the document; may have several lines. */
  footer: string | null
  /** For example `#1F3A5F`. */
  colour: string
}

export interface Recipient {
  name: string
  contact: string | null
  address: PostalAddress | null
  taxId: string | null
}

/**
 * Format of a value: text and codes as they are, a word by its label name, a date as `YYYY-MM-DD` or a timestamp, a period
 * as two dates separated by a slash, money in minor units, a price in minor units with decimals, a rate in percent.
 */
export type Kind = 'text' | 'code' | 'word' | 'date' | 'period' | 'money' | 'price' | 'quantity' | 'percent'
export type Value = string | number | null

export interface Column {
  label: LabelName
  kind: Kind
}

export interface Row {
  cells: readonly Value[]
  /** Small print under the first text cell. */
  note?: string | null
}

export interface Sum {
  label: LabelName
  amount: number
  /** Rate for labels that contain one. */
  percent?: number
  /** Amount for labels that name the one from which the sum is computed. */
  base?: number
  /** Label that is part of the label. */
  kind?: LabelName
  /** Code of the country whose tax it is, if that is not the issuer's; follows the label. */
  country?: string
  /** Number for labels that contain one. */
  count?: number
  strong?: boolean
}

/** A balance by days overdue. */
export interface Ages {
  current: number
  days1To30: number
  days31To60: number
  days61To90: number
  days90Plus: number
}

export interface PrintedDocument {
  kind: PrintedKind
  number: string | null
  /** Locale of the recipient, for texts, dates and amounts. */
  locale: string
  /** Time zone in which timestamps become days. */
  zone: string
  /** Currency of the amounts; a document without any has `XXX`, the code for none. */
  currency: string
  mark: 'draft' | 'cancelled' | null
  issuer: Letterhead
  recipient: Recipient
  facts: readonly { label: LabelName; kind: Kind; value: Value }[]
  columns: readonly Column[]
  rows: readonly Row[]
  sums: readonly Sum[]
  /** Sentences that the law asks for, each a label or a text, between the sums and the payment. */
  remarks?: readonly { label: LabelName; text: string | null }[]
  /** Only for statements and open items. */
  ages?: Ages
  /** Requested payment; null if there is none. */
  payment: {
    amount: number
    dueDate: string
    reference: string | null
    /** True if the PDF shows a QR code for the transfer, where there can be one. */
    hasCode?: boolean
  } | null
  /** True if the account of the issuer is shown although no payment is requested. */
  hasAccount?: boolean
  notes: string | null
  /** Time that the document refers to; also the date of the file. */
  at: string
}
