import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { decodeXml } from '../../storage/checks/decode-xml.ts'
import { getContentPath } from '../../storage/files/file.ts'
import { type CsvReading, MAX_STATEMENTS, type ReadStatement, type StoredBankStatement } from './bank-statement.ts'
import { checkBalances } from './reading/check-balances.ts'
import { isMt940, MT940_FAULT } from './reading/is-mt940.ts'
import { MAX_LINES } from './reading/max-lines.ts'
import type { ReadFile } from './reading/read-camt.ts'

const decodeCsv = (content: Buffer, { mapping }: CsvReading): string | undefined => {
  try {
    return new TextDecoder(mapping.encoding, { fatal: true }).decode(content)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** The readers are loaded with the first file, since few requests need them. */
const readContent = async (
  content: Buffer,
  { format, csv }: Pick<StoredBankStatement, 'format' | 'csv'>,
): Promise<ReadFile> => {
  if (isMt940(content)) return { statements: [], faults: [MT940_FAULT] }
  const text = csv ? decodeCsv(content, csv) : decodeXml(content)
  if (text === undefined) return { statements: [], faults: ['The file has another encoding than stated.'] }
  if (csv) return (await import('./reading/read-csv.ts')).readCsv(text, csv)
  return (await import('./reading/read-camt.ts')).readCamt(text, format === 'camt052' ? format : 'camt053')
}

/** Turns the entries of a statement as its balances demand, or says why they contradict it. */
const reconcile = (statements: readonly ReadStatement[]): ReadFile => {
  const checked = statements.map((statement) => ({ statement, result: checkBalances(statement) }))
  return {
    statements: checked.map(({ statement, result }) => ('lines' in result ? { ...statement, ...result } : statement)),
    faults: checked.flatMap(({ result }) => ('fault' in result ? result.fault : [])),
  }
}

const findSizeFaults = (statements: readonly ReadStatement[]): string[] => {
  const lines = statements.reduce((sum, each) => sum + each.lines.length, 0)
  return [
    ...(statements.length > MAX_STATEMENTS ? [`The file has more than ${MAX_STATEMENTS} statements.`] : []),
    ...(lines > MAX_LINES ? [`The file has more than ${MAX_LINES} entries.`] : []),
  ]
}

/** Reads a checked file. The same file gives the same statements whenever it is read. */
export const readStatementFile = async (
  { files }: Pick<App, 'files'>,
  tenant: Id,
  given: Pick<StoredBankStatement, 'fileId' | 'format' | 'csv'>,
): Promise<ReadFile> => {
  const read = await readContent(await files.get(getContentPath(tenant, given.fileId)), given)
  const faults = read.faults.length ? read.faults : findSizeFaults(read.statements)
  return faults.length ? { statements: [], faults } : reconcile(read.statements)
}
