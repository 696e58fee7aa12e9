import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { listEvents } from './events.ts'

const INVOICES = '/api/billing/invoices'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const paths = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)

const setting = (member: Member, values: Record<string, unknown>) =>
  member.put('/api/configuration/settings/bulk', {
    settings: Object.entries(values).map(([key, value]) => ({ key, value })),
  })

const year = new Date().getUTCFullYear()
const number = (seq: number) => `INV-${year}-${String(seq).padStart(5, '0')}`

describe('generating an invoice', () => {
  it('answers the whole invoice: lines with taxes, totals that add up, no number yet', async () => {
    await setting(owner, { 'billing.taxRates': { standard: 19, reduced: 7 }, 'general.locale': 'de_DE' })
    const partner = await aPartner(owner, { name: 'Nordlicht' })
    const { status, body, headers } = await owner.post(INVOICES, {
      partnerId: partner.id,
      dueDate: '2099-03-31',
      currencyCode: 'EUR',
      notes: 'Thank you',
      lineItems: [
        { description: 'Storage', quantity: 2.5, unitPrice: 333, reference: 'WH-7' },
        { description: 'Books', quantity: 1, unitPrice: 1000, taxCategoryId: 'reduced' },
        { description: 'Discount', quantity: 1, unitPrice: -100 },
      ],
    })
    expect(status).toBe(201)
    const line = (fields: object) => ({
      ...{ id: expect.stringMatching(/^[0-9A-Z]{26}$/), reference: null, orderId: null, orderLineId: null },
      ...{ supplyType: null, supply: null, taxReason: null, taxReasonCode: null },
      ...{ taxCountry: null, oneStopShop: false, dispatchCountry: null, taxDoubt: null },
      ...fields,
    })
    expect(body).toEqual({
      '@context': '/api/docs/contexts/Invoice',
      '@id': `${INVOICES}/${body.id}`,
      '@type': 'Invoice',
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      partnerId: partner.id,
      partnerName: 'Nordlicht',
      currencyCode: 'EUR',
      status: 'draft',
      invoiceNumber: null,
      dueDate: '2099-03-31',
      subtotal: 1733,
      taxTotal: 209,
      grandTotal: 1942,
      totalAmount: 1942,
      totalAmountFormatted: '19,42\u00a0€',
      openAmount: 0,
      paidAmount: 0,
      reminderFees: 0,
      creditedAmount: 0,
      notes: 'Thank you',
      pricesIncludeTax: false,
      recurringProfileId: null,
      lineItemCount: 3,
      lineItems: [
        line({
          description: 'Storage',
          quantity: 2.5,
          unitPrice: 333,
          amount: 833,
          reference: 'WH-7',
          taxCategoryId: 'standard',
          taxKind: 'standard',
          taxAmount: 158,
          taxRatePercent: 19,
        }),
        line({
          description: 'Books',
          quantity: 1,
          unitPrice: 1000,
          amount: 1000,
          taxCategoryId: 'reduced',
          taxKind: 'reduced',
          taxAmount: 70,
          taxRatePercent: 7,
        }),
        line({
          description: 'Discount',
          quantity: 1,
          unitPrice: -100,
          amount: -100,
          taxCategoryId: 'standard',
          taxKind: 'standard',
          taxAmount: -19,
          taxRatePercent: 19,
        }),
      ],
      taxes: [
        { kind: 'standard', ratePercent: 19, country: null, oneStopShop: false, base: 733, tax: 139 },
        { kind: 'reduced', ratePercent: 7, country: null, oneStopShop: false, base: 1000, tax: 70 },
      ],
      adjustments: [],
      periodStart: null,
      supplyDate: null,
      supplyPeriod: null,
      deliverTo: null,
      dispatchCountry: null,
      warnings: [{ code: 'SELLER_ADDRESS_MISSING', message: expect.stringContaining('general.legalAddress') }],
      issuedAt: null,
      paidAt: null,
      cancelledAt: null,
      cancellationReason: null,
      paymentReference: null,
      documentSubject: `commerce:///billing/invoices/${body.id}`,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    })
    expect(headers.ETag).toBe('"1"')
    expect((await owner.get(headers.Location as string)).body).toEqual(body)
  })

  it('answers all violations at once, each with its path', async () => {
    const answer = await owner.post(INVOICES, {
      dueDate: '2026-02-30',
      currencyCode: 'euro',
      lineItems: [
        { description: ' ', quantity: 0, unitPrice: 1.5 },
        { description: 'x', quantity: 1, unitPrice: 1, colour: 'red' },
      ],
    })
    expect(answer.status).toBe(400)
    expect(paths(answer)?.sort()).toEqual([
      'currencyCode',
      'dueDate',
      'lineItems[0].description',
      'lineItems[0].quantity',
      'lineItems[0].unitPrice',
      'lineItems[1].colour',
      'partnerId',
    ])
  })

  it('rejects quantities with too many decimals, amounts that are too large and lines that exceed the size limit', async () => {
    const { id: partnerId } = await aPartner(owner)
    const generate = (lineItems: unknown[]) =>
      owner.post(INVOICES, { partnerId, dueDate: '2099-01-01', currencyCode: 'EUR', lineItems })
    const line = { description: 'x', quantity: 1, unitPrice: 1 }
    expect(
      paths(
        await generate([
          { ...line, quantity: 0.0000001 },
          { ...line, quantity: 3, unitPrice: Number.MAX_SAFE_INTEGER },
        ]),
      ),
    ).toEqual(['lineItems[0].quantity', 'lineItems[1].unitPrice'])
    const largest = { ...line, unitPrice: Number.MAX_SAFE_INTEGER }
    expect(paths(await generate([largest, largest]))).toEqual(['lineItems'])
    const wordy = { ...line, description: 'ж'.repeat(500) }
    expect(paths(await generate(Array.from({ length: 300 }, () => wordy)))).toEqual(['lineItems'])
  })

  it('rejects a partner or a channel of another tenant', async () => {
    const foreign = await aPartner(await aMember())
    const given = { dueDate: '2099-01-01', currencyCode: 'EUR' }
    expect(paths(await owner.post(INVOICES, { ...given, partnerId: foreign.id }))).toEqual(['partnerId'])
    const { id: partnerId } = await aPartner(owner)
    const channelId = newId(new Date())
    expect(paths(await owner.post(INVOICES, { ...given, partnerId, channelId }))).toEqual(['channelId'])
  })

  it('uses the given currency, else the tenant’s, the partner’s or that of its country', async () => {
    const member = await aMember()
    const { id: partnerId } = await aPartner(member)
    const generate = (fields: object) => member.post(INVOICES, { partnerId, dueDate: '2099-01-01', ...fields })
    expect(paths(await generate({}))).toEqual(['currencyCode'])
    await member.patch(`/api/partner/partners/${partnerId}`, { countryCode: 'JP' })
    expect((await generate({})).body.currencyCode).toBe('JPY')
    await member.patch(`/api/partner/partners/${partnerId}`, { defaultCurrency: 'KWD' })
    expect((await generate({})).body.currencyCode).toBe('KWD')
    await setting(member, { 'general.defaultCurrency': 'CHF' })
    expect((await generate({ currencyCode: null })).body.currencyCode).toBe('CHF')
    expect((await generate({ currencyCode: 'PLN' })).body.currencyCode).toBe('PLN')
    for (const currencyCode of ['XQQ', 'XAU', 'XXX', 'HRK'])
      expect(paths(await generate({ currencyCode }))).toEqual(['currencyCode'])
  })

  it('formats amounts with the decimals of their currency', async () => {
    const member = await aMember()
    const formatted = async (currencyCode: string) =>
      (await anInvoice(member, { currencyCode })).totalAmountFormatted.replace(/\s/g, ' ')
    expect(await formatted('JPY')).toBe('¥11,900')
    expect(await formatted('EUR')).toBe('€119.00')
    expect(await formatted('KWD')).toBe('KWD 11.900')
    expect(await formatted('HUF')).toBe('HUF 119.00')
    expect(await formatted('CLF')).toBe('CLF 1.1900')
  })

  it('can issue the invoice immediately, unless it has nothing to bill', async () => {
    const member = await aMember()
    const issued = await anInvoice(member, { issueImmediately: true })
    expect(issued).toMatchObject({ status: 'issued', invoiceNumber: number(1), openAmount: 11_900 })
    const { id: partnerId } = await aPartner(member)
    const given = { partnerId, dueDate: '2099-01-01', currencyCode: 'EUR', issueImmediately: true }
    const line = { description: 'x', quantity: 1, unitPrice: -1 }
    for (const lineItems of [null, [], [line]])
      expect((await member.post(INVOICES, { ...given, lineItems })).body.errorCode).toBe('OPERATION_NOT_ALLOWED')
    expect((await anInvoice(member, { issueImmediately: true })).invoiceNumber).toBe(number(2))
  })

  it('answers the first invoice for the same Idempotency-Key', async () => {
    const { id: partnerId } = await aPartner(owner)
    const given = {
      partnerId,
      dueDate: '2099-01-01',
      currencyCode: 'EUR',
      issueImmediately: true,
      lineItems: [{ description: 'x', quantity: 1, unitPrice: 1 }],
    }
    const key = { 'idempotency-key': 'generate-1' }
    const [first, second] = [await owner.post(INVOICES, given, key), await owner.post(INVOICES, given, key)]
    expect(second.body).toEqual(first.body)
    expect(second.headers['Idempotency-Replayed']).toBe('true')
    const other = await owner.post(INVOICES, { ...given, notes: 'other' }, key)
    expect(other.body.errorCode).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})

describe('invoice numbers', () => {
  const issue = (member: Member, id: string, invoiceNumber?: string) =>
    member.post(`${INVOICES}/${id}/issue`, { invoiceNumber })

  it('have no gap when fifty invoices are issued at once', { timeout: 120_000 }, async () => {
    const member = await aMember()
    const { id: partnerId } = await aPartner(member)
    const drafts = await Promise.all(Array.from({ length: 50 }, () => anInvoice(member, { partnerId })))
    const answers = await Promise.all(drafts.map(({ id }) => issue(member, id)))
    expect(answers.map(({ status }) => status)).toEqual(drafts.map(() => 200))
    const numbers = answers.map(({ body }) => body.invoiceNumber).sort()
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => number(i + 1)))
  })

  it('are trimmed and unique if they are chosen, and skipped by the sequence', async () => {
    const member = await aMember()
    const drafts = await Promise.all(Array.from({ length: 6 }, () => anInvoice(member)))
    const [a, b, c, d, e, f] = drafts.map(({ id }) => id)
    expect((await issue(member, a, ` ${number(2)} `)).body.invoiceNumber).toBe(number(2))
    expect((await issue(member, b, number(2))).body.errorCode).toBe('ALREADY_EXISTS')
    expect((await issue(member, b)).body.invoiceNumber).toBe(number(1))
    expect((await issue(member, c)).body.invoiceNumber).toBe(number(3))
    expect((await issue(member, d, 'RE/2026/7')).body.invoiceNumber).toBe('RE/2026/7')
    expect((await member.get(`${INVOICES}/by-number/RE/2026/7`)).body.id).toBe(d)
    expect((await member.get(`${INVOICES}/by-number/RE%2F2026%2F7`)).body.id).toBe(d)
    expect((await member.get(`${INVOICES}/by-number/RE/2026/8`)).status).toBe(404)
    expect((await issue(member, e, 'R\u00c9-7')).body.invoiceNumber).toBe('R\u00c9-7')
    expect((await member.get(`${INVOICES}/by-number/${encodeURIComponent('RE\u0301-7')}`)).body.id).toBe(e)
    for (const bad of ['', '  ', 'a\nb', 'x'.repeat(51)])
      expect(paths(await issue(member, f, bad))).toEqual(['invoiceNumber'])
  })

  it('go to one invoice if several choose the same number at once', async () => {
    const member = await aMember()
    const drafts = await Promise.all(Array.from({ length: 4 }, () => anInvoice(member)))
    const answers = await Promise.all(drafts.map(({ id }) => issue(member, id, 'X-1')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('are not lost by a refusal, and stay with a cancelled invoice', async () => {
    const member = await aMember()
    const [first, second] = [await anInvoice(member, { issueImmediately: true }), await anInvoice(member)]
    await member.post(`${INVOICES}/${first.id}/cancel`, { reason: 'Wrong partner' })
    expect((await issue(member, first.id)).status).toBe(409)
    expect((await issue(member, second.id)).body.invoiceNumber).toBe(number(2))
    expect((await member.get(`${INVOICES}/${first.id}`)).body).toMatchObject({
      status: 'cancelled',
      invoiceNumber: number(1),
      cancellationReason: 'Wrong partner',
    })
  })

  it('follow the tenant’s pattern and start again with a new pattern', async () => {
    const member = await aMember()
    await anInvoice(member, { issueImmediately: true })
    await setting(member, { 'billing.invoiceNumberPattern': 'R{year}/{seq}', 'billing.numberDigits': 3 })
    expect((await anInvoice(member, { issueImmediately: true })).invoiceNumber).toBe(`R${year}/001`)
  })

  it('have the year of the tenant’s time zone', async () => {
    const { clock } = app()
    app().clock = () => new Date('2026-12-31T12:00:00Z')
    try {
      const member = await aMember()
      await setting(member, { 'general.timezone': 'Pacific/Kiritimati' })
      expect((await anInvoice(member, { issueImmediately: true })).invoiceNumber).toBe('INV-2027-00001')
    } finally {
      app().clock = clock
    }
  })
})

describe('marking an invoice as paid', () => {
  const pay = (id: string, body: object = {}) => owner.post(`${INVOICES}/${id}/mark-paid`, body)

  it('is possible once, also with two requests at the same time', async () => {
    const { id } = await anInvoice(owner, { issueImmediately: true })
    const answers = await Promise.all([pay(id, { paymentReference: 'A' }), pay(id, { paymentReference: 'A' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await owner.get(`${INVOICES}/${id}`)).body).toMatchObject({
      status: 'paid',
      paymentReference: 'A',
      paidAt: expect.any(String),
      openAmount: 0,
    })
    expect(await listEvents(owner.tenant, 'finance.invoice.paid', id)).toHaveLength(1)
  })

  it('rejects a payment in the future, before the issue, or of a draft', async () => {
    const { id, issuedAt } = await anInvoice(owner, { issueImmediately: true })
    const later = (ms: number) => new Date(Date.parse(issuedAt) + ms).toISOString()
    expect(paths(await pay(id, { paidAt: later(-1000) }))).toEqual(['paidAt'])
    expect(paths(await pay(id, { paidAt: later(3_600_000) }))).toEqual(['paidAt'])
    const offset = issuedAt.replace('Z', '+00:00')
    expect((await pay(id, { paidAt: offset })).body.paidAt).toBe(issuedAt)
    const draft = await anInvoice(owner)
    const refused = await pay(draft.id)
    expect(refused.status).toBe(409)
    expect(refused.body.detail).toContain('draft')
  })
})

describe('the day on which an invoice was paid', () => {
  it('begins in the time zone of the tenant, and the day of the issue begins with the issue', async () => {
    const { clock } = app()
    let now = new Date('2026-03-30T12:00:00Z')
    app().clock = () => now
    try {
      const member = await aMember()
      await setting(member, { 'general.timezone': 'Asia/Tokyo' })
      const [same, later] = [
        await anInvoice(member, { issueImmediately: true }),
        await anInvoice(member, { issueImmediately: true }),
      ]
      now = new Date('2026-04-02T12:00:00Z')
      const { post } = await aMember({ tenant: member.tenant })
      const pay = (id: string, paidAt: string) => post(`${INVOICES}/${id}/mark-paid`, { paidAt })
      for (const wrong of ['2026-03-29', '2026-04-03', '2026-02-30'])
        expect([wrong, paths(await pay(same.id, wrong))]).toEqual([wrong, ['paidAt']])
      expect((await pay(same.id, '2026-03-30')).body.paidAt).toBe('2026-03-30T12:00:00.000Z')
      expect((await pay(later.id, '2026-03-31')).body.paidAt).toBe('2026-03-30T15:00:00.000Z')
    } finally {
      app().clock = clock
    }
  })
})

describe('cancelling an invoice', () => {
  it('requires a reason, and is possible for draft and issued invoices but not for paid ones', async () => {
    const cancel = (id: string, body: object) => owner.post(`${INVOICES}/${id}/cancel`, body)
    const draft = await anInvoice(owner)
    expect(paths(await cancel(draft.id, {}))).toEqual(['reason'])
    expect((await cancel(draft.id, { reason: 'Not needed' })).body.status).toBe('cancelled')
    expect((await cancel(draft.id, { reason: 'Again' })).status).toBe(409)
    const paid = await anInvoice(owner, { issueImmediately: true })
    await owner.post(`${INVOICES}/${paid.id}/mark-paid`, {})
    expect((await cancel(paid.id, { reason: 'Too late' })).body).toMatchObject({
      errorCode: 'OPERATION_NOT_ALLOWED',
      detail: expect.stringContaining('credit note'),
    })
  })

  it('answers 412 if the invoice has changed since the revision in If-Match', async () => {
    const { id } = await anInvoice(owner)
    await owner.post(`${INVOICES}/${id}/issue`, {})
    const answer = await owner.post(`${INVOICES}/${id}/cancel`, { reason: 'x' }, { 'if-match': '"1"' })
    expect(answer.status).toBe(412)
  })
})

describe('the list of invoices', () => {
  it('is filtered by status, partner and due dates in any combination, with exact totals', async () => {
    const member = await aMember()
    const [a, b] = [await aPartner(member), await aPartner(member)]
    const made: { id: string; status: string; partnerId: string; dueDate: string }[] = []
    for (const [i, day] of ['2099-01-31', '2099-02-01', '2099-02-28', '2099-03-01', '2100-01-01'].entries())
      for (const partner of [a, b])
        made.push(await anInvoice(member, { partnerId: partner.id, dueDate: day, issueImmediately: i % 2 === 0 }))
    const ids = async (query: string) => {
      const { body } = await member.get(`${INVOICES}?${query}`)
      expect(body.totalItems).toBe(body.member.length)
      expect(
        body.member.every(
          (each: { lineItems: unknown[]; lineItemCount: number }) => !each.lineItems.length && each.lineItemCount === 1,
        ),
      ).toBe(true)
      return body.member.map(({ id }: { id: string }) => id)
    }
    const newest = [...made].reverse().map(({ id }) => id)
    expect(await ids('')).toEqual(newest)
    for (const status of ['', 'draft', 'issued'])
      for (const partner of ['', a.id])
        for (const [from, to] of [
          ['', ''],
          ['2099-02-01', '2099-02-28'],
          ['2099-02-01', ''],
          ['', '2099-03-01'],
          ['2099-01-31', '2100-01-01'],
        ]) {
          const query = Object.entries({ status, partnerId: partner, dueDateFrom: from, dueDateTo: to }).filter(
            ([, value]) => value,
          )
          const fits = made.filter(
            (each) =>
              (!status || each.status === status) &&
              (!partner || each.partnerId === partner) &&
              (!from || each.dueDate >= from) &&
              (!to || each.dueDate <= to),
          )
          const found = await ids(new URLSearchParams(query).toString())
          const expected = fits
            .map(({ id, dueDate }) => `${from || to ? dueDate : ''}#${id}`)
            .sort()
            .reverse()
          expect(found).toEqual(expected.map((each) => each.split('#')[1]))
        }
    expect(paths(await member.get(`${INVOICES}?dueDateFrom=2099-02-01&dueDateTo=2099-01-31`))).toEqual(['dueDateTo'])
    expect(paths(await member.get(`${INVOICES}?status=open&dueDateFrom=soon`))).toEqual(['status', 'dueDateFrom'])
  })
})

it('emits an event with number, partner and amount when an invoice is issued', async () => {
  const { id, partnerId, invoiceNumber } = await anInvoice(owner, { issueImmediately: true })
  const [event, ...others] = await listEvents(owner.tenant, 'finance.invoice.issued', id)
  expect(others).toEqual([])
  expect(event?.data).toMatchObject({ invoiceId: id, partnerId, invoiceNumber, currency: 'EUR', dueDate: '2099-03-31' })
})

it('answers the abilities of an invoice by its state', async () => {
  const { id } = await anInvoice(owner, { issueImmediately: true })
  const scopes = ['issue', 'mark_paid', 'cancel', 'send'].map((action) => `billing:invoice:${action}`)
  const { body } = await owner.post('/api/auth/can', { subject: `commerce:///billing/invoices/${id}`, scopes })
  expect(body).toEqual({
    'billing:invoice:issue': { allowed: false, reason: 'invoice is issued' },
    'billing:invoice:mark_paid': { allowed: true },
    'billing:invoice:cancel': { allowed: true },
    'billing:invoice:send': { allowed: true },
  })
})

describe('the warnings of an invoice', () => {
  const address = (value: unknown) =>
    owner.put('/api/configuration/settings/bulk', { settings: [{ key: 'general.legalAddress', value }] })
  const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code)

  it('name the seller’s missing address until it is set or the invoice is paid or cancelled', async () => {
    const missing = ['SELLER_ADDRESS_MISSING']
    const draft = await anInvoice(owner)
    expect(codes(draft)).toEqual(missing)
    expect(codes((await owner.post(`${INVOICES}/${draft.id}/issue`, {})).body)).toEqual(missing)
    expect(codes((await owner.post(`${INVOICES}/${draft.id}/send`, { to: ['a@example.com'] })).body)).toEqual(missing)
    const listed = async () => (await owner.get(INVOICES)).body.member.find(({ id }: { id: string }) => id === draft.id)
    expect(codes(await listed())).toEqual(missing)
    await address({ line1: 'Hafenstraße 1', city: 'Hamburg', countryCode: 'DE' })
    expect(codes((await owner.get(`${INVOICES}/${draft.id}`)).body)).toEqual([])
    expect(codes(await listed())).toEqual([])
    await address(null)
    expect(codes((await owner.get(`${INVOICES}/${draft.id}`)).body)).toEqual(missing)
    expect(codes((await owner.post(`${INVOICES}/${draft.id}/mark-paid`, {})).body)).toEqual([])
  })
})
