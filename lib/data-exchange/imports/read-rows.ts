/** A row of a file: its cells by column, and the line in which it begins. */
export interface Row {
  line: number
  cells: Readonly<Record<string, string>>
  /** Set if the row has more cells than the header. */
  isTooLong: boolean
}

export const MAX_ROWS = 50_000
const MAX_ROW_CHARACTERS = 100_000
const DELIMITERS = [',', ';', '\t', '|']

/** Excel writes the code page of its country unless it is told to write UTF-8. */
const decode = (content: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

/** Returns the delimiter that occurs most often in the first line, outside of quotes. */
const detectDelimiter = (text: string): string => {
  const [line = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1)
  const count = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
}

interface Expected {
  isColumn(name: string): boolean
  required: readonly string[]
  /** Columns by header. */
  mapping: Readonly<Record<string, string>>
}

const list = (names: readonly string[]) => names.join(', ')

/** Returns the column of each header, and what is wrong with the header. */
const readHeader = (header: readonly string[], { isColumn, required, mapping }: Expected) => {
  const names = header.map((each) => {
    const name = each.trim()
    return Object.hasOwn(mapping, name) ? (mapping[name] ?? '') : name
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

/** Reads the rows of a CSV. Returns why it cannot be read instead, if its header or its form is wrong. */
export const readRows = async (
  content: Uint8Array,
  expected: Expected,
): Promise<{ rows: Row[]; fault?: undefined } | { fault: string }> => {
  const { parse } = await import('csv-parse/sync')
  const text = decode(content)
  let parsed: Parsed[]
  try {
    parsed = parse(text, {
      ...{ bom: true, info: true, relax_column_count: true, skip_empty_lines: false },
      delimiter: detectDelimiter(text),
      max_record_size: MAX_ROW_CHARACTERS,
    }) as unknown as Parsed[]
  } catch (error) {
    return { fault: `The file is no CSV: ${(error as Error).message}` }
  }
  const [header, ...others] = parsed
  if (!header) return { fault: 'The file is empty.' }
  const { names, faults } = readHeader(header.record, expected)
  if (faults.length) return { fault: faults.join(' ') }
  const rows: Row[] = []
  // A record ends in the line that it names, so the next one begins in the line after.
  let line = header.info.lines + 1
  for (const { record, info } of others) {
    if (record.some((cell) => cell.trim())) {
      const cells = names.map((name, i) => [name, (record[i] ?? '').trim()] as const)
      const used = cells.filter(([name, cell]) => name && cell)
      rows.push({ line, cells: Object.fromEntries(used), isTooLong: record.length > names.length })
    }
    line = info.lines + 1
  }
  if (rows.length > MAX_ROWS) return { fault: `The file has more than ${MAX_ROWS.toLocaleString('en')} rows.` }
  return { rows }
}
