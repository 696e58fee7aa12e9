import type { CsvMapping } from '../../../../schemas/billing/bank/csv-mapping.ts'
import { isCurrencyOfRecords } from '../../../platform/money/currencies.ts'
import { type BankLine, normalizeAccount } from '../../bank-entries/bank-entry.ts'
import type { CsvReading } from '../bank-statement.ts'
import { omitPlaceholder } from './omit-placeholder.ts'
import { parseDay } from './parse-day.ts'
import { parseWrittenAmount } from './parse-written-amount.ts'

const MAX_NAME = 140
const MAX_TEXT = 1000

/** Returns the cell of a column without white space around it; null if it is empty or the column is not mapped. */
export type Cells = (name: string | null | undefined) => string | null

/** Matches the words in the column of the day that mark a total, a balance or a payment that is not booked yet. */
const NO_ENTRY =
  /^(?:(?:zwischen|gesamt)?summen?|gesamt|(?:grand |sub-?)?totals?|sum|somme|totale|totaal|(?:anfangs|end|schluss)?saldo|solde|kontostand|(?:alter|neuer) (?:saldo|kontostand)|(?:opening |closing )?balance|übertrag|offen|vorgemerkt|pending)(?!\p{L})/iu

const DIRECTIONS: Readonly<Record<string, BankLine['direction']>> = {
  ...Object.fromEntries(
    ['S', 'SOLL', 'D', 'DR', 'DB', 'DBIT', 'DEBIT', 'BELASTUNG', 'AF', '-'].map((word) => [word, 'debit']),
  ),
  ...Object.fromEntries(
    ['H', 'HABEN', 'C', 'CR', 'CRDT', 'CREDIT', 'GUTSCHRIFT', 'BIJ', '+'].map((word) => [word, 'credit']),
  ),
}

const STATES: Readonly<Record<string, 'booked' | 'pending'>> = {
  ...Object.fromEntries(
    ['BOOK', 'BOOKED', 'POSTED', 'CLEARED', 'COMPLETED', 'GEBUCHT', 'UMSATZ GEBUCHT'].map((word) => [word, 'booked']),
  ),
  ...Object.fromEntries(
    ['PDNG', 'PENDING', 'VORGEMERKT', 'UMSATZ VORGEMERKT', 'OFFEN'].map((word) => [word, 'pending']),
  ),
}

/** Returns the signed amount in minor units; a text that says what is wrong with it instead. */
const readAmount = (cell: Cells, mapping: CsvMapping, currency: string): number | string => {
  const { amount, debit, credit, direction } = mapping.columns
  const parse = (name: string | null | undefined) => {
    const text = cell(name)
    return text === null ? 0 : parseWrittenAmount(text, mapping.decimalSeparator, currency)
  }
  if (!amount) {
    const [out, into] = [parse(debit), parse(credit)]
    if (out === undefined || into === undefined) return 'has no valid amount'
    if (out && into) return 'has an amount for both debit and credit'
    // Banks write what left the account with or without a sign.
    return Math.abs(into) - Math.abs(out)
  }
  const found = parse(amount)
  if (found === undefined) return 'has no valid amount'
  if (!direction) return found
  const side = DIRECTIONS[cell(direction)?.toUpperCase() ?? '']
  if (!side) return `says neither debit nor credit in the column ${direction}`
  if (side === 'credit' && found < 0) return `has a negative amount, but says credit in the column ${direction}`
  return side === 'debit' ? -Math.abs(found) : found
}

/** A row without a day or an amount, such as totals, is no entry, and neither is what the bank has not booked yet. */
const isEntry = (cell: Cells, { columns }: CsvMapping): boolean => {
  const day = cell(columns.date)
  const hasAmount = [columns.amount, columns.debit, columns.credit].some((name) => cell(name) !== null)
  return day !== null && hasAmount && !NO_ENTRY.test(day)
}

/** Reads a row. Returns null if it is no booked entry, and a text that says what is wrong if it is faulty. */
export const readCsvRow = (cell: Cells, { account, mapping }: CsvReading): BankLine | string | null => {
  const { columns, dateFormat } = mapping
  if (!isEntry(cell, mapping)) return null
  const status = cell(columns.status)
  const state = status === null ? 'booked' : STATES[status.toUpperCase()]
  if (state === 'pending') return null
  if (!state) return `has an unknown status in the column ${columns.status}`
  const bookedOn = parseDay(cell(columns.date) ?? '', dateFormat)
  if (!bookedOn) return `has no day as ${dateFormat} in the column ${columns.date}`
  const value = cell(columns.valueDate)
  const valueOn = value === null ? null : parseDay(value, dateFormat)
  if (valueOn === undefined) return `has no day as ${dateFormat} in the column ${columns.valueDate}`
  const currency = cell(columns.currency)?.toUpperCase() ?? mapping.currency ?? ''
  if (!isCurrencyOfRecords(currency)) return 'has no currency'
  const amount = readAmount(cell, mapping, currency)
  if (typeof amount === 'string') return amount
  const read = (name: string | null | undefined) => omitPlaceholder(cell(name))?.slice(0, MAX_NAME) ?? null
  const iban = read(columns.iban)
  const text = (columns.text ?? []).flatMap((name) => cell(name) ?? []).join(' ')
  return {
    ...{ account, direction: amount < 0 ? 'debit' : 'credit', isReversal: false, amount: Math.abs(amount), currency },
    ...{ bookedOn, valueOn, counterpartyName: read(columns.name) },
    counterpartyAccount: iban === null ? null : normalizeAccount(iban),
    text: text.slice(0, MAX_TEXT) || null,
    ...{ structuredReference: null, endToEndId: read(columns.endToEndId) },
    ...{ bankReference: read(columns.reference), returnReason: null },
  }
}
