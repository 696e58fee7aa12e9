import type { CreateBankStatementInput } from '../../../schemas/billing/bank/statement.ts'
import type { App } from '../../platform/app/app.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, orInvalid, Problem, type Violation } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { addReference, requireReadyFile } from '../../storage/files/add-reference.ts'
import { getContentPath } from '../../storage/files/file.ts'
import { findBankCsvMapping } from '../bank-csv-mappings/bank-csv-mapping-store.ts'
import { findMappingViolations } from '../bank-csv-mappings/find-mapping-violations.ts'
import { type CsvReading, summarizeStatement } from './bank-statement.ts'
import { bankStatements } from './bank-statement-store.ts'
import { readStatementFile } from './read-statement-file.ts'
import { isMt940, MT940_FAULT } from './reading/is-mt940.ts'
import type { ReadFile } from './reading/read-camt.ts'

type Given = CreateBankStatementInput
type Caller = Pick<SignedIn, 'identity' | 'scopes'> & { tenant: Id }
type Csv = NonNullable<Given['csv']>

/** Content of a request's file, read and reconciled. */
interface ReadRequest {
  csv: CsvReading | null
  statements: ReadFile['statements']
}

const TYPES: Record<Given['format'], readonly string[]> = {
  camt052: ['application/xml'],
  camt053: ['application/xml'],
  csv: ['text/csv', 'text/plain'],
}

const findInputViolations = ({ format, csv }: Given): Violation[] => {
  if (format !== 'csv') return csv ? [{ propertyPath: 'csv', message: 'must not be given for a CAMT' }] : []
  if (!csv) return [{ propertyPath: 'csv', message: 'must be given for a CSV' }]
  const { mapping, mappingId } = csv
  const isOne = Boolean(mapping) !== Boolean(mappingId)
  return [
    ...(isOne ? [] : [{ propertyPath: 'csv.mapping', message: 'must be given, or mappingId instead of it' }]),
    ...(mapping ? findMappingViolations(mapping, 'csv.mapping.') : []),
  ]
}

const resolveCsv = async (app: Pick<App, 'db'>, tenant: Id, csv: Csv): Promise<CsvReading> => {
  const { account, mapping, mappingId, openingBalance = null, closingBalance = null } = csv
  if (mapping) return { account, mapping, openingBalance, closingBalance }
  const kept = orInvalid(await findBankCsvMapping(app.db, tenant, mappingId ?? ''), 'csv.mappingId', 'mapping')
  const { id: _id, rev: _rev, createdAt: _created, updatedAt: _updated, name: _name, ...fields } = kept
  return { account, mapping: fields, openingBalance, closingBalance }
}

/** Reads the file and refuses it, with the figures, if it is faulty or its balances do not agree with its entries. */
export const readRequestedFile = async (
  app: Pick<App, 'db' | 'files'>,
  caller: Caller,
  given: Given,
): Promise<ReadRequest> => {
  const violations = findInputViolations(given)
  if (violations.length) throw invalid(...violations)
  const { tenant } = caller
  const [file, csv] = await Promise.all([
    requireReadyFile(app.db, tenant, caller, given.fileId, 'bank_statement'),
    given.csv ? resolveCsv(app, tenant, given.csv) : null,
  ])
  const propertyPath = 'fileId'
  const types = TYPES[given.format]
  if (!types.includes(file.mimeType)) {
    const isOther = file.mimeType.startsWith('text/') && isMt940(await app.files.get(getContentPath(tenant, file.id)))
    const message = isOther ? MT940_FAULT : `must be a file of the type ${types.join(' or ')}`
    throw invalid({ propertyPath, message })
  }
  const { statements, faults } = await readStatementFile(app, tenant, { fileId: file.id, format: given.format, csv })
  if (faults.length) throw invalid(...faults.map((message) => ({ propertyPath, message })))
  return { csv, statements }
}

const buildKnownProblem = () => new Problem('ALREADY_EXISTS', 'A file with the same content was imported before.')

/** Adds the statement and the task that stores its entries. */
export const createBankStatement = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  caller: Caller,
  { fileId, format }: Given,
  { csv, statements }: ReadRequest,
) => {
  const { name: fileName, sha256 } = await addReference(app.db, unit, caller, fileId, 'bank_statement')
  const balances = statements.map(summarizeStatement)
  const entryCount = balances.reduce((sum, balance) => sum + balance.entryCount, 0)
  const counts = { entryCount, readCount: 0, addedCount: 0, knownCount: 0 }
  const statement = unit.create(
    bankStatements,
    {
      fileId,
      fileName,
      format,
      status: entryCount ? 'reading' : 'ready',
      balances,
      ...counts,
      sha256,
      csv,
      nextEntryId: unit.newId(),
    },
    buildKnownProblem,
  )
  if (entryCount) unit.schedule('billing.bank-statement.read', { tenant: unit.tenant, statementId: statement.id })
  return statement
}
