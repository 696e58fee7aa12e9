import type { CreateBankCsvMappingInput } from '../../client/src/index.ts'
import { inDays } from './in-days.ts'
import type { Maker } from './maker.ts'
import { upload } from './upload.ts'

const ACCOUNT = 'DE02120300000000202051'

/** Details that invoices, e-invoices, payment runs and posting batches need. */
const SETTINGS = {
  'general.companyName': 'Demo Trading GmbH',
  'general.legalAddress': { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
  'general.country': 'DE',
  'general.vatId': 'DE129273398',
  'general.contactName': 'Accounts',
  'general.contactEmail': 'accounts@demo-trading.example',
  'general.contactPhone': '+49405550100',
  'billing.bankAccount': { accountHolder: 'Demo Trading GmbH', iban: ACCOUNT },
  'billing.taxRates': { standard: 19, reduced: 7 },
  'billing.datevConsultant': 29098,
  'billing.datevClient': 55003,
}

export const makeSettings = async ({ client, change }: Maker): Promise<void> => {
  const settings = Object.entries(SETTINGS).map(([key, value]) => ({ key, value }))
  await change('settings', () => client.configuration.settings.bulkUpsert({ settings }))
}

const MAPPING: Omit<CreateBankCsvMappingInput, 'name'> = {
  delimiter: ';',
  encoding: 'utf-8',
  decimalSeparator: ',',
  dateFormat: 'YYYY-MM-DD',
  currency: 'EUR',
  columns: { date: 'Date', amount: 'Amount', name: 'Name', text: ['Text'] },
}

/** Uploads a statement of the bank in which somebody pays an invoice that is overdue. */
const makeBankStatement = async (maker: Maker): Promise<void> => {
  const { bankCsvMappings, bankEntries, bankStatements, invoices } = maker.client.billing
  const mappingId = await maker.once(
    'bank CSV mapping',
    async (options) => (await bankCsvMappings.create({ name: 'Hausbank', ...MAPPING }, options)).id,
  )
  const { invoiceNumber, openAmount } = await invoices.get(maker.known('invoice, overdue'))
  const amount = (openAmount / 100).toFixed(2).replace('.', ',')
  const rows = [
    'Date;Amount;Name;Text',
    `${inDays(-1)};${amount};Teehaus am Markt;Invoice ${invoiceNumber}`,
    `${inDays(-1)};-12,90;Hausbank;Fees`,
  ]
  const file = { name: 'statement.csv', mimeType: 'text/csv', purpose: 'bank_statement' } as const
  const fileId = await upload(maker, 'file of the bank', file, Buffer.from(`${rows.join('\n')}\n`))
  await maker.once(
    'bank statement',
    async (options) =>
      (await bankStatements.create({ fileId, format: 'csv', csv: { account: ACCOUNT, mappingId } }, options)).id,
  )
  await maker.once('bank entry', () =>
    maker.until('The first entry of the bank statement', async () => (await bankEntries.list()).member[0]?.id),
  )
}

const makePayments = async ({ client, once, change, known }: Maker): Promise<void> => {
  const { bills, paymentRuns, payments } = client.billing
  const paid = { currency: 'EUR', amount: 50_000, method: 'bank_transfer', reference: 'SEPA 2026-0119' } as const
  await once(
    'payment',
    async (options) =>
      (await payments.record({ ...paid, partnerId: known('partner teehaus'), receivedAt: inDays(-1) }, options)).id,
  )
  const bill = known('bill of the custodian')
  await change('bill is approved', () => bills.approve(bill, {}))
  await change('bill is scheduled', () => bills.schedule(bill, {}))
  const run = await once(
    'payment run',
    async (options) => (await paymentRuns.create({ billIds: [bill] }, options)).id,
    async () => (await paymentRuns.list()).member[0]?.id,
  )
  await change('payment run is submitted', () => paymentRuns.submit(run))
}

/** Imports a list of partners as a dry run, so that it shows a bad row and adds nothing. */
const makeImport = async (maker: Maker): Promise<void> => {
  const { imports } = maker.client.dataExchange
  const file = { name: 'partners.csv', mimeType: 'text/csv', purpose: 'import' } as const
  const rows = 'name;countryCode\nBergland Tee;AT\nKüstenladen;Germany\n'
  const fileId = await upload(maker, 'file of partners', file, Buffer.from(rows))
  const id = await maker.once(
    'import',
    async (options) => (await imports.create({ fileId, kind: 'partners', dryRun: true }, options)).id,
  )
  await maker.change('import is over', () =>
    maker.until('The import', async () => !['waiting', 'running'].includes((await imports.get(id)).status)),
  )
}

export const makeMoney = async (maker: Maker): Promise<void> => {
  await makePayments(maker)
  await makeBankStatement(maker)
  await makeImport(maker)
}
