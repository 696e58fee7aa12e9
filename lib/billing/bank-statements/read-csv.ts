import { parse } from 'csv-parse/sync'
import type { CsvMapping } from '../../../schemas/billing/bank/csv-mapping.ts'
import { isCurrencyOfRecords } from '../../platform/money/currencies.ts'
import { type BankLine, normalizeAccount } from '../bank-entries/bank-entry.ts'
import { type CsvReading, MAX_LINES, type ReadStatement } from './bank-statement.ts'
import { parseAmount } from './parse-amount.ts'
import { parseDay } from './parse-day.ts'
import type { ReadFile } from './read-camt.ts'

const MAX_NAME = 140
const MAX_TEXT = 1000

/** More faults than these help nobody. */
const MAX_FAULTS = 50

type Columns = CsvMapping['columns']

const listColumns = ({ text, ...columns }: Columns): string[] =>
  [...Object.values(columns), ...(text ?? [])].filter((name): name is string => typeof name === 'string')

const readNumber = (text: string, { decimalSeparator }: CsvMapping): string => {
  const group = decimalSeparator === ',' ? '.' : ','
  const plain = text
    .replaceAll(/[\s'\u00a0\u202f]/g, '')
    .replaceAll(group, '')
    .replace(decimalSeparator, '.')
  // Some banks put the sign behind the number.
  const signed = plain.endsWith('-') ? `-${plain.slice(0, -1)}` : plain.endsWith('+') ? plain.slice(0, -1) : plain
  return signed.replace('\u2212', '-')
}

type Cells = (name: string | null | undefined) => string | null

/** Returns the signed amount in minor units; undefined if the row has none that is valid. */
const readAmount = (cell: Cells, mapping: CsvMapping, currency: string): number | undefined => {
  const parse = (name: string | null | undefined) => {
    const text = cell(name)
    return text === null ? 0 : parseAmount(readNumber(text, mapping), currency)
  }
  const { amount, debit, credit } = mapping.columns
  if (amount) return cell(amount) === null ? undefined : parse(amount)
  const [out, into] = [parse(debit), parse(credit)]
  if (out === undefined || into === undefined || (cell(debit) === null && cell(credit) === null)) return undefined
  // Banks write what left the account with or without a sign.
  return Math.abs(into) - Math.abs(out)
}

const readRow = (cell: Cells, { account, mapping }: CsvReading): BankLine | string => {
  const { columns, dateFormat } = mapping
  const bookedOn = parseDay(cell(columns.date) ?? '', dateFormat)
  if (!bookedOn) return `has no day as ${dateFormat} in the column ${columns.date}`
  const value = cell(columns.valueDate)
  const valueOn = value === null ? null : parseDay(value, dateFormat)
  if (valueOn === undefined) return `has no day as ${dateFormat} in the column ${columns.valueDate}`
  const currency = cell(columns.currency)?.toUpperCase() ?? mapping.currency ?? ''
  if (!isCurrencyOfRecords(currency)) return 'has no currency'
  const amount = readAmount(cell, mapping, currency)
  if (amount === undefined) return 'has no valid amount'
  const iban = cell(columns.iban)
  const text = (columns.text ?? []).flatMap((name) => cell(name) ?? []).join(' ')
  return {
    ...{ account, direction: amount < 0 ? 'debit' : 'credit', isReversal: false, amount: Math.abs(amount), currency },
    ...{ bookedOn, valueOn, counterpartyName: cell(columns.name)?.slice(0, MAX_NAME) ?? null },
    counterpartyAccount: iban === null ? null : normalizeAccount(iban).slice(0, MAX_NAME),
    text: text.slice(0, MAX_TEXT) || null,
    ...{ structuredReference: null, endToEndId: cell(columns.endToEndId)?.slice(0, MAX_NAME) ?? null },
    ...{ bankReference: cell(columns.reference)?.slice(0, MAX_NAME) ?? null, returnReason: null },
  }
}

const parseRows = (text: string, { delimiter, rowsBeforeHeader = 0 }: CsvMapping): string[][] | undefined => {
  const body = text.split('\n').slice(rowsBeforeHeader).join('\n')
  try {
    return parse(body, { delimiter, bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

const findHeaderFaults = (header: readonly string[], columns: Columns): string[] =>
  listColumns(columns).flatMap((name) => {
    const times = header.filter((each) => each === name).length
    if (times === 1) return []
    return [times ? `The header has the column ${name} ${times} times.` : `The header has no column ${name}.`]
  })

/** A statement for each currency, since amounts of different currencies have no sum. */
const groupByCurrency = (lines: readonly BankLine[], csv: CsvReading): ReadStatement[] =>
  [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, own], _, all) => ({
    ...{ account: csv.account, currency, statementId: null, lines: own },
    openingBalance: all.length === 1 ? csv.openingBalance : null,
    closingBalance: all.length === 1 ? csv.closingBalance : null,
  }))

/** Reads a CSV with a header. Rows without a day and an amount, such as totals, are left out. */
export const readCsv = (text: string, csv: CsvReading): ReadFile => {
  const { columns } = csv.mapping
  const [first, ...rows] = parseRows(text, csv.mapping) ?? []
  const refuse = (...faults: string[]): ReadFile => ({ statements: [], faults })
  if (!first) return refuse('The file is no CSV with a header.')
  if (rows.length > MAX_LINES) return refuse(`The file has more than ${MAX_LINES} rows.`)
  const header = first.map((name) => name.trim())
  const headerFaults = findHeaderFaults(header, columns)
  if (headerFaults.length) return refuse(...headerFaults)
  const positions = new Map(header.map((name, i) => [name, i]))
  const [lines, faults]: [BankLine[], string[]] = [[], []]
  for (const [i, row] of rows.entries()) {
    const cell: Cells = (name) => row[positions.get(name ?? '') ?? -1]?.trim() || null
    const isEntry = [columns.date, columns.amount, columns.debit, columns.credit].filter((name) => cell(name) !== null)
    if (isEntry.length < 2) continue
    const read = readRow(cell, csv)
    if (typeof read !== 'string') lines.push(read)
    else if (faults.length < MAX_FAULTS) faults.push(`Row ${i + 1} after the header ${read}.`)
  }
  if (!lines.length && !faults.length) return refuse('The file contains no entry.')
  return { statements: groupByCurrency(lines, csv), faults }
}
