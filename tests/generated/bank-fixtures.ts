import { aCamt } from '../billing/bank/camt.ts'
import { anXmlFile, importCamt, importEntry, MAPPINGS } from '../billing/bank/importing.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

let made = 0

const withStatement: Fixture = async (member) => ({
  params: { id: (await importCamt(member, { entries: [{}] })).body.id },
})

/** An entry that names an issued invoice, so that there is a proposal. */
const aProposedEntry = async (member: Member) => {
  const { invoiceNumber } = await anInvoice(member, { issueImmediately: true })
  return await importEntry(member, { text: invoiceNumber, reference: `R${++made}` })
}

const withEntry: Fixture = async (member) => ({ params: { id: (await aProposedEntry(member)).id } })

const newMapping = () => ({
  name: `Bank ${++made}`,
  delimiter: ';',
  encoding: 'utf-8',
  decimalSeparator: ',',
  dateFormat: 'DD.MM.YYYY',
  currency: 'EUR',
  columns: { date: 'Tag', amount: 'Betrag' },
})

const withMapping: Fixture = async (member) => ({
  params: { id: (await member.post(MAPPINGS, newMapping())).body.id },
})

const aStatementBody = async (member: Member) => ({
  fileId: await anXmlFile(member, aCamt({ entries: [{ reference: `R${++made}` }] })),
  format: 'camt053',
})

export const BANK_FIXTURES: Readonly<Record<string, Fixture>> = {
  listBankStatements: withStatement,
  createBankStatement: async (member) => ({ body: await aStatementBody(member), other: await aStatementBody(member) }),
  getBankStatement: withStatement,
  listBankStatementEntries: withStatement,
  listBankEntries: withEntry,
  getBankEntry: withEntry,
  confirmBankEntry: async (member) => ({
    ...(await withEntry(member)),
    body: { proposal: 1 },
    other: { partnerId: (await aPartner(member)).id },
  }),
  ignoreBankEntry: withEntry,
  matchBankEntry: withEntry,
  reopenBankEntry: async (member) => {
    const { id } = await aProposedEntry(member)
    await member.post(`/api/billing/bank-entries/${id}/ignore`)
    return { params: { id } }
  },
  listBankCsvMappings: withMapping,
  createBankCsvMapping: async () => ({ body: newMapping() }),
  getBankCsvMapping: withMapping,
  deleteBankCsvMapping: withMapping,
}
