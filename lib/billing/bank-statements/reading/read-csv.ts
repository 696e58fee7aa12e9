import { parse } from 'csv-parse/sync'
import type { CsvMapping } from '../../../../schemas/billing/bank/csv-mapping.ts'
import type { BankLine } from '../../bank-entries/bank-entry.ts'
import type { CsvReading, ReadStatement } from '../bank-statement.ts'
import { MAX_LINES } from './max-lines.ts'
import type { ReadFile } from './read-camt.ts'
import { type Cells, readCsvRow } from './read-csv-row.ts'

/** More faults than these help nobody. */
const MAX_FAULTS = 50

type Columns = CsvMapping['columns']

const listColumns = ({ text, ...columns }: Columns): string[] =>
  [...Object.values(columns), ...(text ?? [])].filter((name): name is string => typeof name === 'string')

/** Removes the first rows, which need not be a CSV. */
const omitRows = (text: string, count: number): string => {
  const ends = /\r\n|\n|\r/g
  for (let i = 0; i < count; i++) if (!ends.exec(text)) return ''
  return text.slice(ends.lastIndex)
}

const parseRows = (text: string, { delimiter, rowsBeforeHeader = 0 }: CsvMapping): string[][] | undefined => {
  const body = omitRows(text, rowsBeforeHeader)
  try {
    return parse(body, {
      ...{ delimiter, record_delimiter: ['\r\n', '\n', '\r'], bom: true },
      ...{ relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
    })
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

/** Reads a CSV with a header. Rows that are no booked entries, such as totals, are left out. */
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
    const read = readCsvRow(cell, csv)
    if (read === null) continue
    if (typeof read !== 'string') lines.push(read)
    else if (faults.length < MAX_FAULTS) faults.push(`Row ${i + 1} after the header ${read}.`)
  }
  if (!lines.length && !faults.length) return refuse('The file contains no entry.')
  return { statements: groupByCurrency(lines, csv), faults }
}
