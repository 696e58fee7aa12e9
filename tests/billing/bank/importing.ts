import { confirmCertainEntries } from '../../../lib/billing/bank-entries/confirm-certain-entries.ts'
import { storeEntries } from '../../../lib/billing/bank-statements/store-entries.ts'
import { app } from '../../../lib/platform/app/app.ts'
import type { BankEntry } from '../../../schemas/billing/bank/entry.ts'
import { aReadyFile } from '../../generated/file-fixtures.ts'
import type { Member } from '../../support/client.ts'
import { aCamt, type GivenEntry, type GivenStatement } from './camt.ts'

export const STATEMENTS = '/api/billing/bank-statements'
export const ENTRIES = '/api/billing/bank-entries'
export const MAPPINGS = '/api/billing/bank-csv-mappings'

let files = 0

/** Uploads XML for a bank statement. Each call has other content unless the text is given whole. */
export const anXmlFile = (member: Member, content: string | Buffer): Promise<string> =>
  aReadyFile(member, Buffer.from(content), {
    name: 'statement.xml',
    mimeType: 'application/xml',
    purpose: 'bank_statement',
  })

export const aCsvFile = (member: Member, rows: readonly string[]): Promise<string> =>
  aReadyFile(member, Buffer.from(rows.join('\n')), { name: 'a.csv', mimeType: 'text/csv', purpose: 'bank_statement' })

/** Asks for the import of a CAMT.053 with these statements. */
export const importCamt = async (member: Member, given: GivenStatement | GivenStatement[]) =>
  member.post(STATEMENTS, { fileId: await anXmlFile(member, `${aCamt(given)}<!-- ${++files} -->`), format: 'camt053' })

/** Imports a CSV completely and returns its statement. */
export const importCsv = async (member: Member, rows: readonly string[], mapping: object) => {
  const csv = { account: 'DE89370400440532013000', mapping }
  const fileId = await aCsvFile(member, rows)
  const { status, body, text } = await member.post(STATEMENTS, { fileId, format: 'csv', csv })
  if (status !== 201) throw new Error(text)
  await finishImport(member, body.id)
  return (await member.get(`${STATEMENTS}/${body.id}`)).body
}

/** Runs the tasks of an import as the worker does. */
export const finishImport = async (member: Member, statementId: string): Promise<void> => {
  const data = { tenant: member.tenant, statementId }
  await storeEntries(app(), data, app().clock())
}

/** Runs the task that confirms entries by the setting. */
export const confirmCertain = (member: Member, statementId: string, maxEntries?: number) =>
  confirmCertainEntries(app(), { tenant: member.tenant, statementId, after: null }, app().clock(), maxEntries)

/** Imports entries and returns them in the order of the file. */
export const importEntries = async (member: Member, ...entries: GivenEntry[]): Promise<BankEntry[]> => {
  const { status, body, text } = await importCamt(member, { entries })
  if (status !== 201) throw new Error(text)
  await finishImport(member, body.id)
  return (await member.get(`${STATEMENTS}/${body.id}/entries?itemsPerPage=100`)).body.member.toReversed()
}

export const importEntry = async (member: Member, entry: GivenEntry): Promise<BankEntry> =>
  (await importEntries(member, entry))[0] as BankEntry
