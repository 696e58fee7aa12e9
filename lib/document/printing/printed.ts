import type { LabelName } from '../words/words.ts'

// What is printed, as plain values: no sentence and no formatted amount, so that it can be said in any language.

export const PRINTED_KINDS = ['invoice', 'credit_note', 'settlement', 'statement'] as const
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

/** Whose document it is. */
export interface Letterhead {
  name: string
  address: PostalAddress | null
  taxId: string | null
  registration: string | null
  email: string | null
  phone: string | null
  website: string | null
  logo: Picture | null
  bankAccount: BankAccount | null
  /** At the end of the document; may have several lines. */
  footer: string | null
  /** As `#1F3A5F`. */
  colour: string
}

export interface Recipient {
  name: string
  contact: string | null
  address: PostalAddress | null
  taxId: string | null
}

/**
 * Text and codes as they are, a word by its name, a civil date as `YYYY-MM-DD`, a moment as a timestamp, a period as two of
 * them with a slash between, money in minor units, a rate in percent.
 */
export type Kind = 'text' | 'code' | 'word' | 'date' | 'period' | 'money' | 'quantity' | 'percent'
export type Value = string | number | null

export interface Column {
  label: LabelName
  kind: Kind
}

export interface Row {
  cells: readonly Value[]
  /** In small print under the first text. */
  note?: string | null
}

export interface Sum {
  label: LabelName
  amount: number
  /** For labels that say a rate. */
  percent?: number
  strong?: boolean
}

/** A balance by how many days it is overdue. */
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
  /** Of whom it is for: language, dates and amounts. */
  locale: string
  /** Time zone in which moments are days. */
  zone: string
  currency: string
  mark: 'draft' | 'cancelled' | null
  issuer: Letterhead
  recipient: Recipient
  facts: readonly { label: LabelName; kind: Kind; value: Value }[]
  columns: readonly Column[]
  rows: readonly Row[]
  sums: readonly Sum[]
  /** Of statements. */
  ages?: Ages
  /** What is asked to be paid until when; null where nothing is. */
  payment: { amount: number; dueDate: string; reference: string | null } | null
  notes: string | null
  /** The moment that the document speaks of; also the date of the file. */
  at: string
}
