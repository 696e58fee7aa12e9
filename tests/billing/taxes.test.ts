import { beforeEach, describe, expect, it } from 'vitest'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member, type Received } from '../support/client.ts'

const INVOICES = '/api/billing/invoices'
const SETTINGS = '/api/configuration/settings'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const set = (values: Record<string, unknown>) =>
  owner.put(`${SETTINGS}/bulk`, { settings: Object.entries(values).map(([key, value]) => ({ key, value })) })

const update = async (key: string, value: unknown) => {
  const { body } = await owner.get(`${SETTINGS}/key/${key}`)
  return owner.put(`${SETTINGS}/${body.id}`, { value })
}

const paths = ({ status, body }: Received) => [
  status,
  (body.violations ?? []).map(({ propertyPath }: { propertyPath: string }) => propertyPath),
]

const medical = { kind: 'exempt', reason: '§ 4 Nr. 14 UStG', reasonCode: 'VATEX-EU-132-1C' }
const line = { description: 'Care', quantity: 1, unitPrice: 1000, taxCategoryId: 'medical' }

describe('tax categories', () => {
  it('are stored with the lines that they tax, so that a later change of the settings changes no line', async () => {
    await set({ 'billing.taxCategories': { medical }, 'billing.taxRates': { standard: 19 } })
    const lineItems = [line, { ...line, taxCategoryId: 'reverse_charge' }]
    const invoice = await anInvoice(owner, { lineItems, issueImmediately: true })
    const taxed = [
      { taxKind: 'exempt', taxReason: medical.reason, taxReasonCode: medical.reasonCode, taxRatePercent: 0 },
      { taxKind: 'reverse_charge', taxReason: null, taxReasonCode: 'VATEX-EU-AE', taxRatePercent: 0 },
    ]
    expect(invoice.lineItems).toMatchObject(taxed)
    await set({ 'billing.taxCategories': { medical: { kind: 'standard' } }, 'billing.taxRates': { medical: 7 } })
    expect((await owner.get(`${INVOICES}/${invoice.id}`)).body.lineItems).toMatchObject(taxed)
    const { body } = await owner.post('/api/billing/credit-notes', { invoiceId: invoice.id, reason: 'Goodwill' })
    expect(body.lineItems).toMatchObject(taxed)
    expect((await anInvoice(owner, { lineItems: [line] })).lineItems).toMatchObject([
      { taxKind: 'standard', taxReason: null, taxReasonCode: null, taxRatePercent: 7 },
    ])
  })

  it('have a rate above 0 only if they are standard or reduced, whichever setting is changed', async () => {
    expect((await set({ 'billing.taxCategories': { medical } })).status).toBe(204)
    const rates = { standard: 19, medical: 7 }
    expect(paths(await update('billing.taxRates', rates))).toEqual([400, ['value.medical']])
    expect(paths(await set({ 'general.locale': 'de', 'billing.taxRates': rates }))).toEqual([
      400,
      ['settings[1].value.medical'],
    ])
    expect((await owner.get(`${SETTINGS}/key/billing.taxRates`)).body.value).toEqual({})
    const reduced = { 'billing.taxCategories': { medical: { kind: 'reduced' } }, 'billing.taxRates': rates }
    expect((await set(reduced)).status).toBe(204)
    expect(paths(await update('billing.taxCategories', { medical }))).toEqual([400, ['value.medical']])
    expect((await set({ 'billing.taxRates': { medical: 0 }, 'billing.taxCategories': { medical } })).status).toBe(204)
  })

  it.each([
    [{ medical: { kind: 'free' } }, 'value.medical.kind'],
    [{ medical: {} }, 'value.medical'],
    [{ medical: { kind: 'standard', reason: 'none' } }, 'value.medical.reason'],
    [{ medical: { kind: 'zero', reasonCode: 'VATEX-EU-AE' } }, 'value.medical.reasonCode'],
    [{ medical: { kind: 'exempt', reasonCode: 'EU-AE' } }, 'value.medical.reasonCode'],
    [{ medical: { kind: 'exempt', rate: 0 } }, 'value.medical.rate'],
    [{ 'a b': { kind: 'exempt' } }, 'value'],
  ])('may not be %j', async (value, path) => {
    expect(paths(await update('billing.taxCategories', value))).toEqual([400, [path]])
  })

  it('of a request cannot be given with a kind, which only the settings decide', async () => {
    const { id: partnerId } = await aPartner(owner)
    const given = { partnerId, dueDate: '2099-01-01', currencyCode: 'EUR' }
    expect(paths(await owner.post(INVOICES, { ...given, lineItems: [{ ...line, taxKind: 'zero' }] }))).toEqual([
      400,
      ['lineItems[0].taxKind'],
    ])
  })
})
