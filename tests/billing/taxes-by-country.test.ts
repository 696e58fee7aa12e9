import { beforeEach, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member, type Received } from '../support/client.ts'

const INVOICES = '/api/billing/invoices'
const NOTES = '/api/billing/credit-notes'
const ADDRESS = { line1: 'Rue de Rivoli 1', postalCode: '75001', city: 'Paris' }
const since = (ratePercent: number) => [{ ratePercent, validFrom: '2014-01-01' }]

const SELLER = {
  'general.country': 'DE',
  'general.vatId': 'DE123456789',
  'general.legalAddress': { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
  'billing.bankAccount': { iban: 'DE02120300000000202051' },
  'billing.taxRates': { standard: 19, reduced: 7 },
  'billing.taxCategories': {
    ic: { kind: 'intra_community' },
    ex: { kind: 'export' },
    storage: { supplyType: 'services' },
  },
  'billing.taxRatesByCountry': { AT: { standard: since(20) }, FR: { standard: since(20), reduced: since(5.5) } },
  'billing.taxRules': ['intra_community', 'reverse_charge', 'export', 'one_stop_shop'],
}

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const set = async (values: Record<string, unknown>, expected = 204): Promise<Received> => {
  const settings = Object.entries(values).map(([key, value]) => ({ key, value }))
  const answer = await owner.put('/api/configuration/settings/bulk', { settings })
  expect(answer.status, answer.text).toBe(expected)
  return answer
}

const violationsOf = ({ body }: Received) =>
  (body.violations ?? []).map(({ propertyPath }: { propertyPath: string }) => propertyPath)
const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code)
const aBuyer = async (countryCode: string | null, vatId: string | null = null, fields: object = {}) =>
  (await aPartner(owner, { address: { ...ADDRESS, countryCode }, vatId, ...fields })).id
const goods = (fields: object = {}) => ({
  ...{ description: 'Tea', quantity: 1, unitPrice: 10_000, supplyType: 'goods' },
  ...fields,
})
const sell = async (partnerId: string, fields: object = {}) =>
  anInvoice(owner, { partnerId, lineItems: [goods()], ...fields })
const read = async (id: string) => (await owner.get(`${INVOICES}/${id}`)).body
const taxesOf = ({ taxes }: { taxes: { kind: string; ratePercent: number; country: string | null; tax: number }[] }) =>
  taxes.map(({ kind, ratePercent, country, tax }) => [kind, ratePercent, country, tax])

describe('the rates of countries', () => {
  it('have all violations listed: countries, days and overlaps', async () => {
    const rate = (validFrom: string, validUntil?: string) => ({
      ratePercent: 20,
      validFrom,
      ...(validUntil && { validUntil }),
    })
    const answer = await set(
      {
        'billing.taxRatesByCountry': {
          FR: {
            standard: [rate('2020-01-01', '2020-12-31'), rate('2020-12-31'), rate('2021-06-01')],
            reduced: [rate('2020-01-01', '2020-12-31'), rate('2021-01-01')],
          },
          IT: { standard: [rate('2021-01-01', '2020-01-01'), { validFrom: 'today' }, { ratePercent: 101 }] },
          UK: { standard: [rate('2020-01-01')] },
        },
      },
      400,
    )
    expect(violationsOf(answer)).toEqual([
      'settings[0].value.FR.standard[1]',
      'settings[0].value.FR.standard[2]',
      'settings[0].value.IT.standard[0].validUntil',
      'settings[0].value.IT.standard[1].validFrom',
      'settings[0].value.IT.standard[2].ratePercent',
      'settings[0].value',
    ])
    expect(violationsOf(await set({ 'billing.taxRules': ['one_stop_shop', 'magic'] }, 400))).toHaveLength(1)
  })

  it('must not contradict the kind of their category', async () => {
    const medical = { 'billing.taxCategories': { medical: { kind: 'exempt' } } }
    const rates = { 'billing.taxRatesByCountry': { FR: { medical: since(20) } } }
    expect(violationsOf(await set({ ...medical, ...rates }, 400))).toEqual(['settings[1].value.FR.medical'])
    await set({ ...medical, 'billing.taxRatesByCountry': { FR: { medical: since(0) } } })
  })

  it('are chosen by the day of the supply, of whose period the last day counts', async () => {
    const FI = {
      standard: [
        { ratePercent: 24, validFrom: '2013-01-01', validUntil: '2024-08-31' },
        { ratePercent: 25.5, validFrom: '2024-09-01' },
      ],
    }
    await set({ ...SELLER, 'billing.taxRatesByCountry': { FI } })
    const partnerId = await aBuyer('FI')
    for (const [supply, rate] of [
      [{ supplyDate: '2024-08-31' }, 24],
      [{ supplyDate: '2024-09-01' }, 25.5],
      [{ supplyPeriod: { from: '2024-08-01', to: '2024-08-31' } }, 24],
      [{ supplyPeriod: { from: '2024-08-02', to: '2024-09-01' } }, 25.5],
    ] as const)
      expect(taxesOf(await sell(partnerId, supply))).toEqual([['standard', rate, 'FI', rate * 100]])
  })
})

describe('an invoice', () => {
  it('has the tax of its destination, and keeps that of the tenant while no rule is on', async () => {
    await set({ ...SELLER, 'billing.taxRules': [], 'billing.taxRatesByCountry': {} })
    const partnerId = await aBuyer('FR')
    const plain = await sell(partnerId)
    expect([taxesOf(plain), codes(plain)]).toEqual([[['standard', 19, null, 1900]], []])
    await set(SELLER)
    const lineItems = [
      goods(),
      goods({ taxCategoryId: 'reduced' }),
      goods({ taxCategoryId: 'storage', supplyType: null }),
    ]
    await set({ 'billing.taxRates': { standard: 19, reduced: 7, storage: 19 } })
    const sold = await sell(partnerId, { lineItems })
    expect(taxesOf(sold)).toEqual([
      ['standard', 20, 'FR', 2000],
      ['standard', 19, null, 1900],
      ['reduced', 5.5, 'FR', 550],
    ])
    expect(sold.lineItems[0]).toMatchObject({ oneStopShop: true, dispatchCountry: 'DE', taxDoubt: null })
    const { lineItems: delivered } = await sell(partnerId, { deliverTo: { countryCode: 'AT' } })
    expect(delivered).toMatchObject([{ taxCountry: 'AT', taxRatePercent: 20 }])
    const [{ taxKind }] = (await sell(partnerId, { deliverTo: { countryCode: 'ES', postalCode: '35001' } })).lineItems
    expect(taxKind).toBe('export')
  })

  it('keeps its taxes when rates, rules or its supply change, says so, and computes them again when it is asked to', async () => {
    await set(SELLER)
    const { id } = await sell(await aBuyer('FR'))
    expect((await read(id)).warnings).toEqual([])
    await set({ 'billing.taxRatesByCountry': { FR: { standard: since(21) } } })
    const before = await read(id)
    expect([taxesOf(before), codes(before)]).toEqual([[['standard', 20, 'FR', 2000]], ['TAX_CHANGED']])
    expect(before.warnings[0].message).toContain('20 % (standard, FR), and today it would be 21 % (standard, FR)')
    const { status, body } = await owner.post(`${INVOICES}/${id}/recompute-taxes`)
    expect([status, taxesOf(body), body.grandTotal, codes(body)]).toEqual([
      200,
      [['standard', 21, 'FR', 2100]],
      12_100,
      [],
    ])
    await owner.patch(`${INVOICES}/${id}`, { deliverTo: { countryCode: 'CH' } })
    expect(codes(await read(id))).toEqual(['TAX_CHANGED'])
    const partnerId = await aBuyer('FR', 'FR40303265045')
    await owner.patch(`${INVOICES}/${id}`, { deliverTo: null, partnerId })
    const again = (await owner.post(`${INVOICES}/${id}/recompute-taxes`)).body
    expect(again).toMatchObject({ taxTotal: 0, lineItems: [{ taxKind: 'intra_community', id: body.lineItems[0].id }] })
    await set({ 'billing.taxRules': [] })
    const issued = (await owner.post(`${INVOICES}/${id}/issue`, {})).body
    expect([issued.status, issued.taxTotal, codes(issued)]).toEqual(['issued', 0, []])
    expect((await owner.post(`${INVOICES}/${id}/recompute-taxes`)).status).toBe(409)
  })

  it('whose tax cannot be decided says why, is issued on paper and has no e-invoice', async () => {
    await set({ ...SELLER, 'general.companyName': 'Nordlicht' })
    const draft = await sell(await aBuyer('IT'))
    expect([taxesOf(draft), codes(draft)]).toEqual([[['standard', 19, null, 1900]], ['TAX_UNDECIDED']])
    expect(draft.lineItems).toMatchObject([{ taxDoubt: 'RATE_UNKNOWN' }])
    expect(codes(await sell(await aBuyer('FR'), { lineItems: [goods({ supplyType: null })] }))).toEqual([
      'TAX_UNDECIDED',
    ])
    expect(codes(await sell(await aBuyer('FR', 'CHE123456788')))).toEqual(['TAX_UNDECIDED'])
    expect(codes(await sell(await aBuyer(null)))).toEqual(['TAX_UNDECIDED'])
    const { body: issued } = await owner.post(`${INVOICES}/${draft.id}/issue`, {})
    expect([issued.status, codes(issued)]).toEqual(['issued', ['TAX_UNDECIDED']])
    const refused = await owner.get(`${INVOICES}/${draft.id}/e-invoice?format=en16931-ubl`)
    expect([refused.status, violationsOf(refused)]).toEqual([409, ['lineItems.taxDoubt']])
    const note = await owner.post(NOTES, { invoiceId: draft.id, reason: 'Wrong tax', issueImmediately: true })
    expect([note.status, codes(note.body), note.body.grandTotal]).toEqual([201, ['TAX_UNDECIDED'], 11_900])
    const noted = await owner.get(`${NOTES}/${note.body.id}/e-invoice?format=en16931-ubl`)
    expect([noted.status, violationsOf(noted)]).toEqual([409, ['lineItems.taxDoubt']])
  })

  it('from a stock abroad says where the seller has to be registered', async () => {
    await set(SELLER)
    const draft = await sell(await aBuyer('AT'), { dispatchCountry: 'AT' })
    expect([taxesOf(draft), codes(draft)]).toEqual([[['standard', 20, 'AT', 2000]], ['TAX_REGISTRATION_NEEDED']])
    await set({ 'billing.dispatchCountry': 'AT' })
    expect((await sell(await aBuyer('FR'))).lineItems).toMatchObject([{ taxCountry: 'FR', dispatchCountry: 'AT' }])
  })

  it('bills orders at the rates of the countries to which they go, out of the price that was paid', async () => {
    await set(SELLER)
    const partnerId = await aBuyer('DE')
    const channel = await aManualChannel(owner)
    const order = (countryCode: string, total = 12_000) =>
      aRow({ total, shippingAddress: { countryCode }, lineItems: [{ name: 'Tea', quantity: 1, total }] })
    const orders = [order('FR'), order('AT'), order('DE', 11_900), order('AT', 1)]
    expect((await importing(owner, channel.id, orders)).status).toBeLessThan(300)
    const given = { partnerId, channelId: channel.id, dueDate: '2099-03-31', currencyCode: 'EUR' }
    const { body } = await owner.post(INVOICES, given)
    expect([body.grandTotal, taxesOf(body)]).toEqual([
      35_901,
      expect.arrayContaining([
        ['standard', 20, 'FR', 2000],
        ['standard', 20, 'AT', 2000],
        ['standard', 19, null, 1900],
      ]),
    ])
    const patched = await owner.patch(`${INVOICES}/${body.id}`, {
      lineItems: body.lineItems.map(({ id, description, quantity, unitPrice }: Record<string, unknown>) => ({
        ...{ id, description, quantity, unitPrice },
      })),
    })
    expect(taxesOf(patched.body)).toEqual(taxesOf(body))
  })
})

describe('an order that changed', () => {
  const follow = async () => {
    const tasks = (await app().db.query({ pk: 'T#PLATFORM#task' })).filter(
      ({ task, data, handledAt }) =>
        !handledAt && task === 'billing.invoice.follow-orders' && (data as { tenant: string }).tenant === owner.tenant,
    )
    for (const task of tasks) await runTask(app(), task, new Date(), createLog({}))
    return tasks.length
  }

  it('is taxed where it goes on the draft that follows it, and on the invoice of what was added after the issue', async () => {
    await set(SELLER)
    const partnerId = await aBuyer('DE')
    const channel = await aManualChannel(owner)
    const order = (minute: number, total: number, countryCode: string) =>
      importing(owner, channel.id, [
        {
          ...{ externalOrderId: 'A', number: 'A', currency: 'EUR', total, shippingAddress: { countryCode } },
          ...{ modifiedAt: `2026-03-02T08:0${minute}:00Z`, lineItems: [{ name: 'Tea', quantity: 1, total }] },
        },
      ])
    await order(1, 12_000, 'FR')
    const given = { partnerId, channelId: channel.id, dueDate: '2099-03-31', currencyCode: 'EUR' }
    const { body: draft } = await owner.post(INVOICES, given)
    expect(taxesOf(draft)).toEqual([['standard', 20, 'FR', 2000]])
    await order(2, 24_000, 'AT')
    expect(await follow()).toBe(1)
    expect(taxesOf(await read(draft.id))).toEqual([['standard', 20, 'AT', 4000]])
    expect((await owner.post(`${INVOICES}/${draft.id}/issue`, {})).status).toBe(200)
    await order(3, 36_000, 'AT')
    expect(await follow()).toBe(1)
    const { body } = await owner.get(INVOICES)
    expect(body.totalItems).toBe(2)
    expect(taxesOf(await read(body.member[0].id))).toEqual([['standard', 20, 'AT', 2000]])
  })
})

/** Buyers of goods that a category of the tenant calls free of tax, and whether the law does. */
const BUYERS = [
  ['AT', 'ATU12345675', 'ic', []],
  ['GR', 'EL123456783', 'ic', []],
  ['DE', 'DE811128135', 'ic', ['partner.vatId', 'partner.address.countryCode']],
  ['CH', 'CHE123456788', 'ic', ['partner.vatId', 'partner.address.countryCode']],
  ['FR', 'DE811128135', 'ic', ['partner.vatId']],
  ['DE', 'DE811128135', 'ex', ['partner.address.countryCode']],
  ['AT', 'ATU12345675', 'ex', ['partner.address.countryCode']],
  ['CH', null, 'ex', []],
] as const

describe('an invoice free of tax by its category', () => {
  it.each(BUYERS)(
    'to %s with the VAT id %s as %s is refused for %j',
    async (countryCode, vatId, taxCategoryId, expected) => {
      await set({ ...SELLER, 'billing.taxRules': [], 'billing.taxRatesByCountry': {} })
      const draft = await sell(await aBuyer(countryCode, vatId), { lineItems: [goods({ taxCategoryId })] })
      const answer = await owner.post(`${INVOICES}/${draft.id}/issue`, {})
      expect([answer.status, violationsOf(answer)]).toEqual([expected.length ? 409 : 200, expected])
      expect(codes(draft)).toHaveLength(expected.length)
    },
  )

  it('goes where the goods go, and is never so by a rule for a buyer at home', async () => {
    await set(SELLER)
    const partnerId = await aBuyer('DE', 'ATU12345675')
    const lineItems = [goods({ taxCategoryId: 'ic' })]
    const abroad = await sell(partnerId, { lineItems, deliverTo: { countryCode: 'AT' } })
    expect((await owner.post(`${INVOICES}/${abroad.id}/issue`, {})).status).toBe(200)
    expect(taxesOf(await sell(partnerId))).toEqual([['standard', 19, null, 1900]])
  })
})
