import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { anInvoice, aPartner, aRecurringProfile } from '../support/builders.ts'
import { aMember, type Member, type Received } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { forgetDueProfiles, runScheduleAt } from './recurring-run.ts'

const INVOICES = '/api/billing/invoices'
const CREDIT_NOTES = '/api/billing/credit-notes'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})
afterAll(forgetDueProfiles)

const set = async (values: Record<string, unknown>) => {
  const settings = Object.entries(values).map(([key, value]) => ({ key, value }))
  expect((await owner.put('/api/configuration/settings/bulk', { settings })).status).toBe(204)
}

const ADDRESS = { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg' }
const SELLER = {
  'general.country': 'DE',
  'general.legalAddress': ADDRESS,
  'general.taxId': '22/815/08154',
  'billing.taxRates': { standard: 19, reduced: 7 },
  'billing.bankAccount': { iban: 'DE02120300000000202051' },
}
const line = (fields: object = {}) => ({ description: 'Storage', quantity: 1, unitPrice: 100_000, ...fields })

const issue = (id: string) => owner.post(`${INVOICES}/${id}/issue`, {})
const read = async (id: string) => (await owner.get(`${INVOICES}/${id}`)).body
const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code)
const lacking = ({ status, body }: Received) => [
  status,
  body.errorCode,
  (body.violations ?? []).map(({ propertyPath }: { propertyPath: string }) => propertyPath),
]
const refused = (...paths: string[]) => [409, 'INVOICE_INCOMPLETE', paths]
const aBuyer = async (fields: object = {}) => (await aPartner(owner, { address: ADDRESS, ...fields })).id

describe('an incomplete invoice', () => {
  it('is refused with everything that it lacks, which its warnings name before, and loses no number', async () => {
    await set({ 'general.country': 'DE' })
    const partnerId = await aBuyer({ address: null })
    const draft = await anInvoice(owner, { partnerId, lineItems: [line()] })
    expect(codes(draft)).toEqual([
      'SELLER_ADDRESS_MISSING',
      'SELLER_TAX_ID_MISSING',
      'BUYER_ADDRESS_MISSING',
      'TAX_RATE_MISSING',
      'BANK_ACCOUNT_MISSING',
    ])
    expect((await read(draft.id)).warnings).toEqual(draft.warnings)
    const refusal = await issue(draft.id)
    expect(lacking(refusal)).toEqual(
      refused(
        'general.legalAddress',
        'general.taxId',
        'partner.address',
        'billing.taxRates.standard',
        'billing.bankAccount',
      ),
    )
    expect(refusal.body.violations.map(({ message }: { message: string }) => message)).toEqual(
      draft.warnings.map(({ message }: { message: string }) => message),
    )
    expect(await read(draft.id)).toMatchObject({ status: 'draft', invoiceNumber: null })
    const given = { partnerId, dueDate: '2099-01-01', currencyCode: 'EUR', lineItems: [line()], issueImmediately: true }
    expect((await owner.post(INVOICES, given)).body.errorCode).toBe('INVOICE_INCOMPLETE')
    expect((await owner.get(INVOICES)).body.totalItems).toBe(1)

    await set(SELLER)
    await owner.patch(`/api/partner/partners/${partnerId}`, { address: ADDRESS })
    expect(lacking(await issue(draft.id))).toEqual(refused('billing.taxRates.standard'))
    const issued = (await owner.post(INVOICES, given)).body
    expect(issued).toMatchObject({ status: 'issued', warnings: [] })
    expect(issued.invoiceNumber).toMatch(/00001$/)
  })

  it('is issued with its warnings if the tenant only wants to be warned, and without any if it is no such document', async () => {
    await set({ 'general.country': 'DE', 'billing.invoiceChecks': 'warn' })
    const warned = await anInvoice(owner, { issueImmediately: true, lineItems: [line()] })
    expect(warned.status).toBe('issued')
    expect(codes(warned)).toContain('BUYER_ADDRESS_MISSING')
    await set({ 'billing.invoiceChecks': 'off' })
    expect((await read(warned.id)).warnings).toEqual([])
    expect((await issue((await anInvoice(owner)).id)).body).toMatchObject({ status: 'issued', warnings: [] })
  })

  it('is issued by a tenant that has set nothing up, and refused on its wish', async () => {
    const issued = await anInvoice(owner, { issueImmediately: true })
    expect([issued.status, codes(issued)]).toEqual(['issued', ['SELLER_ADDRESS_MISSING']])
    await set({ 'billing.invoiceChecks': 'refuse' })
    expect(lacking(await issue((await anInvoice(owner)).id))).toEqual(refused('general.legalAddress'))
  })

  it('shows in lists what the settings lack', async () => {
    await set({ 'general.country': 'DE' })
    await anInvoice(owner, { lineItems: [line()] })
    const [listed] = (await owner.get(INVOICES)).body.member
    expect(codes(listed)).toEqual(['SELLER_ADDRESS_MISSING', 'SELLER_TAX_ID_MISSING', 'BANK_ACCOUNT_MISSING'])
  })

  it('needs both addresses outside the European Union', async () => {
    await set({ 'general.country': 'CH' })
    const draft = await anInvoice(owner, { currencyCode: 'CHF' })
    expect(lacking(await issue(draft.id))).toEqual(refused('general.legalAddress', 'partner.address'))
  })
})

describe('a small invoice', () => {
  it.each([
    ['DE', 'EUR', 25_000, []],
    ['DE', 'EUR', 25_001, ['SELLER_TAX_ID_MISSING', 'BUYER_ADDRESS_MISSING']],
    ['DE', 'USD', 25_000, ['SELLER_TAX_ID_MISSING', 'BUYER_ADDRESS_MISSING']],
    ['AT', 'EUR', 40_000, []],
    ['FR', 'EUR', 10_000, []],
    ['FR', 'EUR', 10_001, ['SELLER_TAX_ID_MISSING', 'BUYER_ADDRESS_MISSING']],
  ])('of %s in %s with %d in minor units lacks %j', async (country, currencyCode, unitPrice, expected) => {
    await set({ ...SELLER, 'general.country': country, 'general.taxId': null })
    const lineItems = [line({ unitPrice, taxCategoryId: 'zero' })]
    expect(codes(await anInvoice(owner, { currencyCode, lineItems }))).toEqual(expected)
  })
})

describe('taxes', () => {
  beforeEach(() => set(SELLER))

  it.each(['reverse_charge', 'intra_community'])(
    'of the kind %s need both VAT ids, also for small amounts',
    async (kind) => {
      const partnerId = await aBuyer({ address: null })
      const { id } = await anInvoice(owner, { partnerId, lineItems: [line({ unitPrice: 100, taxCategoryId: kind })] })
      expect(lacking(await issue(id))).toEqual(refused('partner.address', 'general.vatId', 'partner.vatId'))
      await owner.patch(`/api/partner/partners/${partnerId}`, { address: ADDRESS })
      await owner.patch(`/api/partner/partners/${partnerId}`, { vatId: 'FR40303265045' })
      expect(lacking(await issue(id))).toEqual(refused('general.vatId'))
      await set({ 'general.vatId': 'DE123456789' })
      expect((await issue(id)).status).toBe(200)
    },
  )

  it('take a tax id in the form of a VAT id for one', async () => {
    await set({ 'general.taxId': 'DE123456789' })
    const partnerId = await aBuyer({ taxId: 'FR40303265045' })
    const given = { partnerId, issueImmediately: true, lineItems: [line({ taxCategoryId: 'reverse_charge' })] }
    expect(await anInvoice(owner, given)).toMatchObject({ status: 'issued', warnings: [] })
  })

  it('need the reason of an exemption, which a draft takes over once the settings have it', async () => {
    const { id } = await anInvoice(owner, { partnerId: await aBuyer(), lineItems: [line({ taxCategoryId: 'exempt' })] })
    expect(lacking(await issue(id))).toEqual(refused('billing.taxCategories.exempt'))
    await set({ 'billing.taxCategories': { exempt: { reason: '§ 4 Nr. 12 UStG' } } })
    expect((await read(id)).warnings).toEqual([])
    expect((await issue(id)).status).toBe(200)
    await set({ 'billing.taxCategories': {} })
    expect((await read(id)).lineItems).toMatchObject([{ taxKind: 'exempt', taxReason: '§ 4 Nr. 12 UStG' }])
  })

  it('of 0 need a kind, which a draft takes over once the settings have it', async () => {
    const { id } = await anInvoice(owner, { partnerId: await aBuyer(), lineItems: [line({ taxCategoryId: 'solar' })] })
    expect(lacking(await issue(id))).toEqual(refused('billing.taxRates.solar'))
    await set({ 'billing.taxCategories': { solar: { kind: 'zero' } } })
    expect((await issue(id)).status).toBe(200)
  })

  it('outside the scope are never mixed with others, whatever the settings say', async () => {
    await set({ 'billing.invoiceChecks': 'off' })
    const lineItems = [line(), line({ taxCategoryId: 'outside_scope' })]
    const mixed = await anInvoice(owner, { lineItems })
    const { status, body } = await issue(mixed.id)
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    expect(body.detail).toContain('scope of tax')
    expect((await anInvoice(owner, { lineItems: lineItems.slice(1), issueImmediately: true })).status).toBe('issued')
  })
})

describe('a credit note', () => {
  it('is refused with everything that it lacks, whether issued at once or later', async () => {
    await set({ ...SELLER, 'billing.invoiceChecks': 'warn', 'billing.bankAccount': null })
    const invoice = await anInvoice(owner, { issueImmediately: true, lineItems: [line()] })
    const given = { invoiceId: invoice.id, reason: 'Goodwill' }
    await set({ 'billing.invoiceChecks': 'refuse', 'general.taxId': null })
    const { body } = await owner.post(CREDIT_NOTES, given)
    expect(codes(body)).toEqual(['SELLER_TAX_ID_MISSING', 'BUYER_ADDRESS_MISSING'])
    expect((await owner.get(`${CREDIT_NOTES}/${body.id}`)).body.warnings).toEqual(body.warnings)
    const incomplete = refused('general.taxId', 'partner.address')
    expect(lacking(await owner.post(`${CREDIT_NOTES}/${body.id}/issue`, {}))).toEqual(incomplete)
    const [listed] = (await owner.get(CREDIT_NOTES)).body.member
    expect(codes(listed)).toEqual(['SELLER_TAX_ID_MISSING'])
    const other = await (async () => {
      await set({ 'billing.invoiceChecks': 'off' })
      return await anInvoice(owner, { issueImmediately: true, lineItems: [line()] })
    })()
    await set({ 'billing.invoiceChecks': 'refuse' })
    const atOnce = { ...given, invoiceId: other.id, issueImmediately: true }
    expect(lacking(await owner.post(CREDIT_NOTES, atOnce))).toEqual(incomplete)
    await set({ 'billing.invoiceChecks': 'warn' })
    expect((await owner.post(`${CREDIT_NOTES}/${body.id}/issue`, {})).body.status).toBe('issued')
  })
})

describe('the supply of an invoice', () => {
  const at = { supplyDate: '2026-02-10' }
  const during = { supplyPeriod: { from: '2026-02-01', to: '2026-02-28' } }

  it('is on the day of the issue where the tenant is, unless the request says otherwise', async () => {
    await set({ 'general.timezone': 'Pacific/Kiritimati' })
    const draft = await anInvoice(owner)
    expect(draft).toMatchObject({ supplyDate: null, supplyPeriod: null })
    const { body } = await issue(draft.id)
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Kiritimati' }).format(new Date(body.issuedAt))
    expect(body).toMatchObject({ supplyDate: today, supplyPeriod: null })
    expect((await issue((await anInvoice(owner, at)).id)).body).toMatchObject({ ...at, supplyPeriod: null })
    expect((await issue((await anInvoice(owner, during)).id)).body).toMatchObject({ ...during, supplyDate: null })
  })

  it('is a day or a period, which does not end before it begins', async () => {
    const { id: partnerId } = await aPartner(owner)
    const generate = (fields: object) =>
      owner.post(INVOICES, { partnerId, dueDate: '2099-01-01', currencyCode: 'EUR', ...fields })
    const paths = async (fields: object) => lacking(await generate(fields)).slice(0, 3)
    expect(await paths({ ...at, ...during })).toEqual([400, 'VALIDATION_ERROR', ['supplyPeriod']])
    const reversed = { supplyPeriod: { from: '2026-02-02', to: '2026-02-01' } }
    expect(await paths(reversed)).toEqual([400, 'VALIDATION_ERROR', ['supplyPeriod.to']])
    expect(await paths({ supplyDate: '2026-02-30' })).toEqual([400, 'VALIDATION_ERROR', ['supplyDate']])
    expect((await generate({ supplyDate: null, supplyPeriod: null })).status).toBe(201)
  })
})

const notIssued = async () =>
  (await readEvents(owner.tenant)).filter(({ topic }) => topic === 'finance.invoice.not_issued')

describe('an invoice without a requester', () => {
  it('of a recurring profile has the period as its supply, stays a draft if it is incomplete, and notifies of that', async () => {
    await set({ ...SELLER, 'general.vatId': 'DE123456789' })
    const partnerId = await aBuyer({ address: null })
    const profile = { startAt: '2027-01-31', lines: [line()], partnerId }
    await aRecurringProfile(owner, profile)
    for (let i = 0; i < 2; i++) await runScheduleAt('2027-01-31T00:00:00Z')
    const drafts = (await owner.get(INVOICES)).body.member
    expect(drafts).toMatchObject([
      { status: 'draft', supplyDate: null, supplyPeriod: { from: '2027-01-31', to: '2027-02-27' } },
    ])
    const reason = expect.stringContaining('full address')
    expect(await notIssued()).toMatchObject([{ data: { invoiceId: drafts[0].id, partnerId, reason } }])
    await owner.patch(`/api/partner/partners/${partnerId}`, { address: ADDRESS })
    await runScheduleAt('2027-02-28T00:00:00Z')
    const [latest] = (await owner.get(INVOICES)).body.member
    expect(latest).toMatchObject({ status: 'issued', supplyPeriod: { from: '2027-02-28', to: '2027-03-30' } })
    expect(await notIssued()).toHaveLength(1)
  })

  it('for many orders stays a draft if it is incomplete, bills all orders, and notifies of that', {
    timeout: 120_000,
  }, async () => {
    await set(SELLER)
    const partnerId = await aBuyer({ address: null })
    const { id: channelId } = await aManualChannel(owner)
    await importing(
      owner,
      channelId,
      Array.from({ length: 40 }, (_, i) => aRow({ number: `D-${i}` })),
    )
    const given = { partnerId, channelId, dueDate: '2099-01-01', currencyCode: 'EUR', issueImmediately: true }
    const { body } = await owner.post(INVOICES, given)
    const tasks = (await app().db.query({ pk: 'T#PLATFORM#task' })).filter(
      ({ data }) => (data as { invoiceId?: string })?.invoiceId === body.id,
    )
    for (const task of tasks) await runTask(app(), task, new Date(), createLog({}))
    const bodyAfter = await read(body.id)
    expect(bodyAfter).toMatchObject({ status: 'draft', invoiceNumber: null })
    expect(new Set(bodyAfter.lineItems.map(({ reference }: { reference: string }) => reference)).size).toBe(40)
    expect(await notIssued()).toMatchObject([{ data: { invoiceId: body.id, partnerId } }])
  })
})
