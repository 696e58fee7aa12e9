import { aCamt, type GivenEntry } from '../../../tests/billing/bank/camt.ts'
import { aTenantOf } from '../../../tests/notification/members.ts'
import { anInvoice, aPartner } from '../../../tests/support/builders.ts'
import type { Member } from '../../../tests/support/client.ts'
import { type Operation, requireStatus } from '../operation.ts'
import type { Platform } from '../platform.ts'
import { aFile } from './uploading.ts'

const ENTRIES = 40
const BILLS = 40
const PAYMENTS_PATH = '/api/billing/payments'
const BILLS_PATH = '/api/billing/bills'
const RUNS_PATH = '/api/billing/payment-runs'
const REFERENCE = { paymentReference: 'SEPA 4711' }

const SELLER = {
  'general.companyName': 'Nordlicht Logistik GmbH',
  'general.country': 'DE',
  'general.legalAddress': { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg' },
  'general.vatId': 'DE123456789',
  'general.contactName': 'Buchhaltung',
  'general.contactEmail': 'books@nordlicht.example',
  'general.contactPhone': '+49 40 1234560',
  'billing.taxRates': { standard: 19 },
  'billing.bankAccount': { accountHolder: 'Nordlicht Logistik GmbH', iban: 'DE02120300000000202051' },
}
const PARTNER = {
  name: 'Teehaus am Markt KG',
  address: { line1: 'Marktplatz 3', postalCode: '04109', city: 'Leipzig', countryCode: 'DE' },
  vatId: 'DE987654321',
  billingContact: { name: 'Einkauf', email: 'einkauf@teehaus.example' },
  buyerReference: '04011000-1234512345-06',
  bankAccount: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
}

let made = 0

const send = async (owner: Member, path: string, body: object, status = 201) =>
  requireStatus(status, await owner.post(path, body)).body

/** Prepares a tenant with the settings that money needs, and a partner. */
const aBusiness = async () => {
  const [owner] = await aTenantOf(['owner'])
  const settings = Object.entries(SELLER).map(([key, value]) => ({ key, value }))
  requireStatus(204, await owner.put('/api/configuration/settings/bulk', { settings }))
  return { owner, partnerId: (await aPartner(owner, PARTNER)).id as string }
}
type Business = Awaited<ReturnType<typeof aBusiness>>

const anIssuedInvoice = ({ owner, partnerId }: Business) => anInvoice(owner, { partnerId, issueImmediately: true })

const payInvoice = async ({ owner, partnerId }: Business, { id, grandTotal }: { id: string; grandTotal: number }) =>
  send(owner, PAYMENTS_PATH, {
    ...{ partnerId, currency: 'EUR', amount: grandTotal, receivedAt: '2026-03-02', method: 'bank_transfer' },
    allocations: [{ invoiceId: id, amount: grandTotal }],
  })

const aBill = ({ owner, partnerId }: Business) =>
  send(owner, BILLS_PATH, {
    ...{ partnerId, billNumber: `R-${++made}`, currency: 'EUR', totalAmount: 11_900 },
    ...{ issuedAt: '2026-03-01', dueAt: '2026-03-31' },
  })

const actOnBill = (owner: Member, id: string | undefined, action: string, body: object = {}) =>
  send(owner, `${BILLS_PATH}/${id}/${action}`, body, 200)

/** Builds an operation whose runs take the next of two prepared things. */
const withTwo = <T>(
  name: string,
  make: (business: Business, platform: Platform) => Promise<T>,
  run: (business: Business, each: T) => Promise<unknown>,
  each = 1,
): Operation => ({
  name,
  each,
  async prepare(platform) {
    const business = await aBusiness()
    const left = [await make(business, platform), await make(business, platform)]
    await platform.drain()
    return async () => run(business, left.pop() as T)
  },
})

/** Uploads a statement in which an invoice is paid with each entry. Returns the id of the file. */
const aStatementFile = async (business: Business, platform: Platform, count: number) => {
  const entries: GivenEntry[] = []
  for (let i = 0; i < count; i++) {
    const { invoiceNumber, grandTotal } = await anIssuedInvoice(business)
    const amount = (grandTotal / 100).toFixed(2)
    entries.push({ amount, reference: `E-${++made}`, name: PARTNER.name, text: `Invoice ${invoiceNumber}` })
  }
  const text = aCamt({ entries })
  const named = { name: 'statement.xml', mimeType: 'application/xml', purpose: 'bank_statement' } as const
  return await aFile(business.owner, platform, { ...named, text })
}

const importStatement = ({ owner }: Business, fileId: string) =>
  send(owner, '/api/billing/bank-statements', { fileId, format: 'camt053' })

const scheduledBills = async (business: Business) => {
  const ids: string[] = []
  for (let i = 0; i < BILLS; i++) {
    const { id } = await aBill(business)
    await actOnBill(business.owner, id, 'approve')
    await actOnBill(business.owner, id, 'schedule')
    ids.push(id)
  }
  return ids
}

const aSubmittedRun = async (business: Business, platform: Platform) => {
  const { id } = await send(business.owner, RUNS_PATH, { billIds: await scheduledBills(business) })
  await platform.drain()
  await send(business.owner, `${RUNS_PATH}/${id}/submit`, {}, 200)
  return id as string
}

const readEInvoice = async ({ owner }: Business, id: string) =>
  requireStatus(302, await owner.get(`/api/billing/invoices/${id}/e-invoice?format=xrechnung-ubl`))

export const money: readonly Operation[] = [
  withTwo('record a payment that pays an invoice', anIssuedInvoice, payInvoice),
  withTwo(
    'reverse a payment that paid an invoice',
    async (business) => payInvoice(business, await anIssuedInvoice(business)),
    ({ owner }, { id }) => send(owner, `${PAYMENTS_PATH}/${id}/reverse`, { reason: 'Returned by the bank' }, 200),
  ),
  withTwo(
    `upload a bank statement of ${ENTRIES} entries, each`,
    (business, platform) => aStatementFile(business, platform, ENTRIES),
    importStatement,
    ENTRIES,
  ),
  withTwo(
    'confirm a bank entry',
    async (business, platform) => {
      const { id } = await importStatement(business, await aStatementFile(business, platform, 1))
      await platform.drain()
      const path = `/api/billing/bank-statements/${id}/entries`
      const { member } = requireStatus(200, await business.owner.get(path)).body
      return member[0] as { id: string }
    },
    ({ owner }, { id }) => send(owner, `/api/billing/bank-entries/${id}/confirm`, {}, 200),
  ),
  withTwo('record a bill', async () => undefined, aBill),
  withTwo('approve a bill', aBill, ({ owner }, { id }) => actOnBill(owner, id, 'approve')),
  withTwo(
    'mark a bill paid',
    async (business) => {
      const bill = await aBill(business)
      await actOnBill(business.owner, bill.id, 'approve')
      return bill
    },
    ({ owner }, { id }) => actOnBill(owner, id, 'mark-paid', REFERENCE),
  ),
  withTwo(
    `make a payment run of ${BILLS} bills, each`,
    scheduledBills,
    ({ owner }, billIds) => send(owner, RUNS_PATH, { billIds }),
    BILLS,
  ),
  withTwo(
    `confirm a payment run of ${BILLS} bills, each`,
    aSubmittedRun,
    ({ owner }, id) => send(owner, `${RUNS_PATH}/${id}/confirm`, {}, 200),
    BILLS,
  ),
  withTwo('make an e-invoice as XML', anIssuedInvoice, (business, { id }) => readEInvoice(business, id)),
  withTwo(
    'read an e-invoice again',
    async (business) => {
      const invoice = await anIssuedInvoice(business)
      await readEInvoice(business, invoice.id)
      return invoice
    },
    (business, { id }) => readEInvoice(business, id),
  ),
]
