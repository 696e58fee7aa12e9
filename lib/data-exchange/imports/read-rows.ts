import type { Violation } from '../../platform/problem.ts'
import { decodeText } from './decode-text.ts'
import { findCellFault, readCellText } from './read-cell.ts'

/** A row of a file: its cells by column, and the line in which it begins. */
export interface Row {
  line: number
  cells: Readonly<Record<string, string>>
  /** Everything that keeps its cells from being read as they are meant. */
  faults: readonly Violation[]
}

export const MAX_ROWS = 50_000
const MAX_ROW_CHARACTERS = 100_000
const DELIMITERS = [',', ';', '\t', '|']

/** Ends of lines, which can differ within a file that was put together from others. */
const LINE_ENDS = ['\r\n', '\n', '\r']

/** Returns the delimiter that occurs most often in the first line that has text, outside of quotes. */
const detectDelimiter = (text: string): string => {
  const lines = text.replace(/"(?:[^"]|"")*"/g, '""').split(/\r\n?|\n/)
  const line = lines.find((each) => each.trim()) ?? ''
  const count = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
}

interface Expected {
  /** Names of columns, in which a `*` stands for any name. */
  columns: readonly string[]
  isColumn(name: string): boolean
  required: readonly string[]
  /** Columns by header. */
  mapping: Readonly<Record<string, string>>
}

const list = (names: readonly string[]) => names.join(', ')

/** Returns the column that a header names; one in other letters if there is none in the same. */
const findNamed = (name: string, { columns, isColumn }: Expected): string =>
  isColumn(name) ? name : (columns.find((column) => column.toLowerCase() === name.toLowerCase()) ?? name)

/** Returns the column of each header, and what is wrong with the header. */
const readHeader = (header: readonly string[], expected: Expected) => {
  const { isColumn, required, mapping } = expected
  const names = header.map((each) => {
    const name = each.trim()
    return Object.hasOwn(mapping, name) ? (mapping[name] ?? '') : findNamed(name, expected)
  })
  const unknown = names.filter((name) => name && !isColumn(name))
  const repeated = [...new Set(names.filter((name, i) => name && names.indexOf(name) < i))]
  const missing = required.filter((name) => !names.includes(name))
  const absent = Object.keys(mapping).filter((each) => !header.some((name) => name.trim() === each))
  const faults = [
    ...(unknown.length ? [`The columns ${list(unknown)} are unknown.`] : []),
    ...(repeated.length ? [`The header has the columns ${list(repeated)} more than once.`] : []),
    ...(missing.length ? [`The columns ${list(missing)} are missing.`] : []),
    ...(absent.length ? [`The mapping names the headers ${list(absent)}, which the file does not have.`] : []),
  ]
  return { names, faults }
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

const TOO_LONG: Violation = { propertyPath: '', message: 'has more cells than the header' }

const buildRow = (line: number, names: readonly string[], record: readonly string[]): Row => {
  const given = record.map((cell, i) => [names[i] ?? '', readCellText(cell)] as const)
  const used = given.filter(([name, cell]) => name && cell)
  const faults = used.flatMap(([propertyPath, cell]): Violation[] => {
    const message = findCellFault(cell)
    return message ? [{ propertyPath, message }] : []
  })
  return {
    line,
    cells: Object.fromEntries(used),
    faults: record.length > names.length ? [TOO_LONG, ...faults] : faults,
  }
}

/** Reads the rows of a CSV. Returns why it cannot be read instead, if its header or its form is wrong. */
export const readRows = async (
  content: Uint8Array,
  expected: Expected,
): Promise<{ rows: Row[]; fault?: undefined } | { fault: string }> => {
  const { parse } = await import('csv-parse/sync')
  const text = decodeText(content)
  let parsed: Parsed[]
  try {
    parsed = parse(text, {
      ...{ bom: true, info: true, relax_column_count: true, skip_empty_lines: false },
      delimiter: detectDelimiter(text),
      record_delimiter: LINE_ENDS,
      max_record_size: MAX_ROW_CHARACTERS,
    }) as unknown as Parsed[]
  } catch (error) {
    return { fault: `The file is no CSV: ${(error as Error).message}` }
  }
  const first = parsed.findIndex(({ record }) => record.some((cell) => cell.trim()))
  const header = parsed[first]
  if (!header) return { fault: 'The file is empty.' }
  const { names, faults } = readHeader(header.record, expected)
  if (faults.length) return { fault: faults.join(' ') }
  const rows: Row[] = []
  // A record ends in the line that it names, so the next one begins in the line after.
  let line = header.info.lines + 1
  for (const { record, info } of parsed.slice(first + 1)) {
    if (record.some((cell) => cell.trim())) rows.push(buildRow(line, names, record))
    line = info.lines + 1
  }
  if (rows.length > MAX_ROWS) return { fault: `The file has more than ${MAX_ROWS.toLocaleString('en')} rows.` }
  return { rows }
}
