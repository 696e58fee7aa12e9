import { afterEach, describe, expect, it } from 'vitest'
import { invoices } from '../../lib/billing/invoices/invoice-store.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { find, list } from '../../lib/platform/store/lists/list.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const DATEV = '/api/billing/exports/datev'

afterEach(() => useApp(undefined))

/** Moves the clock to the middle of next year, so that what happens now and what happened in March lie in one year. */
const moveToJune = () => {
  const now = new Date()
  const year = now.getUTCFullYear() + 1
  const ahead = Date.parse(`${year}-06-15T12:00:00Z`) - now.getTime()
  useApp({ ...app(), clock: () => new Date(Date.now() + ahead) })
  return year
}

const set = async (member: Member, values: Record<string, unknown>) => {
  const settings = Object.entries(values).map(([key, value]) => ({ key, value }))
  const { status, text } = await member.put('/api/configuration/settings/bulk', { settings })
  expect(status, text).toBe(204)
}

const aBookkeeper = async (values: Record<string, unknown> = {}) => {
  const member = await aMember()
  await set(member, {
    'general.timezone': 'Europe/Berlin',
    'general.companyName': 'Teehaus Süd "Blatt"; Łódź',
    'billing.taxRates': { standard: 19, reduced: 7, export: 0 },
    'billing.datevConsultant': 29098,
    'billing.datevClient': 55003,
    ...values,
  })
  return member
}

/** Moves the issue of a document to another moment. */
const issueAt = async ({ tenant }: Member, id: string, issuedAt: string, cancelledAt?: string) => {
  const { db, clock } = app()
  await runInUnit(db, { tenant, actor: null, now: clock() }, async (unit) => {
    const invoice = await find(db, invoices, tenant, id)
    if (invoice) unit.update(invoices, invoice, { issuedAt, ...(cancelledAt && { cancelledAt }) })
  })
}

const lineOf = (taxCategoryId: string, unitPrice: number, quantity = 1) => ({
  description: 'Tea',
  quantity,
  unitPrice,
  taxCategoryId,
})

const decode = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text, 'base64'))

/** Reads a batch as a program does that knows its form: quoted cells may have semicolons. */
const readBatch = async (member: Member, from: string, to: string) => {
  const { status, text, headers } = await member.get(`${DATEV}?from=${from}&to=${to}`)
  expect(status, text).toBe(200)
  const content = decode(text)
  const lines = content.split('\r\n').slice(0, -1)
  const cells = (line: string) => [...line.matchAll(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g)].map(([, cell = '']) => cell)
  const [head = '', names = '', ...rows] = lines
  return {
    ...{ content, headers, head: cells(head).slice(0, 31), names: names.split(';') },
    rows: rows.map((row) => cells(row).slice(0, 125)),
  }
}

const AMOUNT = 0
const SIDE = 1
const ACCOUNT = 6
const CONTRA = 7
const TAX_KEY = 8
const DAY = 9
const NUMBER = 10
const TEXT = 13

const pick = (row: string[]) => [AMOUNT, SIDE, ACCOUNT, CONTRA, TAX_KEY, DAY, NUMBER].map((i) => row[i])

const sum = (rows: string[][]) =>
  rows.reduce((total, row) => {
    const amount = Number(row[AMOUNT]?.replace(',', ''))
    return total + (row[SIDE] === '"S"' ? amount : -amount)
  }, 0)

describe('a posting batch', () => {
  it('has the two lines of head that DATEV expects, in Windows-1252', async () => {
    const member = await aBookkeeper()
    const { head, names, headers, content } = await readBatch(member, '2026-03-01', '2026-03-31')
    expect(headers['Content-Type']).toBe('text/csv; charset=windows-1252')
    expect(headers['Content-Disposition']).toContain('EXTF_Buchungsstapel_20260301_20260331.csv')
    expect(head.slice(0, 5)).toEqual(['"EXTF"', '700', '21', '"Buchungsstapel"', '13'])
    expect(head[5]).toMatch(/^\d{17}$/)
    expect(head.slice(10, 17)).toEqual([
      ...['29098', '55003', '20260101', '4', '20260301', '20260331'],
      '"Teehaus Süd ""Blatt""; Lódz"',
    ])
    expect([head[20], head[21], head[26]]).toEqual(['0', '"EUR"', '"03"'])
    expect([names.length, names[0], names[113], names[124]]).toEqual([
      ...[125, 'Umsatz (ohne Soll/Haben-Kz)', 'Festschreibung', 'Abw. Skontokonto'],
    ])
    expect(content.split('\r\n')).toHaveLength(3)
  })

  it('posts an invoice gross, by revenue account, without a tax key on automatic accounts, to the cent', async () => {
    const member = await aBookkeeper()
    const { id: partnerId } = await aPartner(member, { name: 'Ćevapi; "Grill" – Αθήνα\nGmbH'.padEnd(90, 'x') })
    const lineItems = [
      lineOf('standard', 9999, 3),
      lineOf('reduced', 333, 7),
      lineOf('export', 5000),
      lineOf('standard', -1),
    ]
    const made = await anInvoice(member, { partnerId, lineItems, issueImmediately: true })
    await issueAt(member, made.id, '2026-03-05T23:30:00Z')
    const { rows } = await readBatch(member, '2026-03-01', '2026-03-31')
    const number = `"${made.invoiceNumber}"`
    expect(rows.map(pick)).toEqual([
      ['356,95', '"S"', '10000', '8400', '', '0603', number],
      ['24,94', '"S"', '10000', '8300', '', '0603', number],
      ['50,00', '"S"', '10000', '8120', '', '0603', number],
    ])
    expect(sum(rows)).toBe(made.grandTotal)
    const text = rows[0]?.[TEXT] ?? ''
    expect(text.startsWith('"Cevapi; ""Grill"" – Athina GmbH')).toBe(true)
    expect(text.slice(1, -1).replaceAll('""', '"')).toHaveLength(60)
    for (const row of rows) expect(row).toHaveLength(125)
  })

  it('posts taxes of other countries to their account, with country and rate, and what a rule frees to that of its kind', async () => {
    const since = (ratePercent: number) => [{ ratePercent, validFrom: '2014-01-01' }]
    const member = await aBookkeeper({
      ...{ 'general.country': 'DE', 'billing.invoiceChecks': 'off' },
      'billing.taxRules': ['intra_community', 'one_stop_shop'],
      'billing.taxRatesByCountry': {
        AT: { standard: since(20) },
        GR: { standard: since(24) },
        RO: { standard: since(19) },
      },
      'billing.datevRevenueAccounts': { standard: { account: '8401' } },
    })
    const sell = async (countryCode: string, fields: object = {}, vatId: string | null = null) => {
      const { id: partnerId } = await aPartner(member, { address: { countryCode }, vatId })
      const lineItems = [{ description: 'Tea', quantity: 1, unitPrice: 10_000, supplyType: 'goods' }]
      const { id } = await anInvoice(member, { partnerId, lineItems, issueImmediately: true, ...fields })
      await issueAt(member, id, '2026-03-05T12:00:00Z')
    }
    await sell('AT')
    await sell('GR')
    await sell('RO')
    await sell('AT', { dispatchCountry: 'RO' })
    await sell('DE', { dispatchCountry: 'RO' })
    await sell('AT', {}, 'ATU12345675')
    await sell('DE')
    const read = async () => (await readBatch(member, '2026-03-01', '2026-03-31')).rows
    const EU_COUNTRY = 39
    const chosen = (rows: string[][]) =>
      rows.map((row) => [AMOUNT, CONTRA, TAX_KEY, EU_COUNTRY, EU_COUNTRY + 1].map((i) => row[i])).sort()
    expect(chosen(await read())).toEqual([
      ['100,00', '8125', '', '"ATU12345675"', ''],
      ['119,00', '8320', '"240"', '"RO"', '19,00'],
      ['119,00', '8320', '"285"', '"DE"', '19,00'],
      ['119,00', '8401', '', '', ''],
      ['120,00', '8320', '"240"', '"AT"', '20,00'],
      ['120,00', '8320', '"241"', '"AT"', '20,00'],
      ['124,00', '8320', '"240"', '"EL"', '24,00'],
    ])
    await set(member, { 'billing.datevForeignAccounts': { AT: { account: '8321', taxKey: '9001' } } })
    expect(chosen(await read()).filter(([, account]) => account === '8321')).toEqual([
      ['120,00', '8321', '"9001"', '"AT"', '20,00'],
      ['120,00', '8321', '"9001"', '"AT"', '20,00'],
    ])
  })

  it('takes a cancelled invoice back on its day, and agrees with all documents', async () => {
    const member = await aBookkeeper()
    const first = await anInvoice(member, { issueImmediately: true })
    const second = await anInvoice(member, { issueImmediately: true })
    await issueAt(member, first.id, '2026-03-05T12:00:00Z', '2026-04-02T12:00:00Z')
    await issueAt(member, second.id, '2026-03-31T21:59:59Z')
    const march = await readBatch(member, '2026-03-01', '2026-03-31')
    expect(sum(march.rows)).toBe(first.grandTotal + second.grandTotal)
    const april = await readBatch(member, '2026-04-01', '2026-04-30')
    expect(april.rows.map((row) => [row[SIDE], row[DAY], sum([row])])).toEqual([['"H"', '0204', -first.grandTotal]])
  })

  it('posts credit notes, bills and settlements on their sides', async () => {
    const year = moveToJune()
    const member = await aBookkeeper()
    const { id: partnerId } = await aPartner(member)
    const made = await anInvoice(member, { partnerId, issueImmediately: true })
    const note = (await member.post('/api/billing/credit-notes', { invoiceId: made.id, reason: 'Damaged' })).body
    const issued = (await member.post(`/api/billing/credit-notes/${note.id}/issue`)).body
    const bill = { partnerId, currency: 'EUR', issuedAt: `${year}-03-01`, dueAt: `${year}-03-31` }
    for (const [billNumber, subtotal, taxTotal] of [
      ['R 1', 10_000, 1900],
      ['R_1', 10_000, 700],
      ['R-1', 10_000, 1234],
    ])
      await member.post('/api/billing/bills', {
        ...{ ...bill, billNumber, subtotal, taxTotal },
        totalAmount: Number(subtotal) + Number(taxTotal),
      })
    await member.post('/api/billing/charges', {
      ...{ partnerId, scope: 'storage', chargeType: 'fee', description: 'Storage', amount: 4250, currency: 'EUR' },
      occurredAt: `${year}-02-01T10:00:00Z`,
    })
    const settlement = (
      await member.post('/api/billing/settlements', {
        ...{ partnerId, basis: 'period', currency: 'EUR' },
        period: { type: 'monthly', startDate: `${year}-02-01`, endDate: `${year}-02-28` },
      })
    ).body
    await member.post(`/api/billing/settlements/${settlement.id}/approve`)
    await member.post(`/api/billing/settlements/${settlement.id}/mark-paid`, { paymentReference: 'SEPA 1' })
    const { rows } = await readBatch(member, `${year}-01-01`, `${year}-12-31`)
    const of = (number: string) =>
      rows.filter((row) => row[NUMBER] === `"${number}"`).map((row) => pick(row).slice(0, 5))
    const credited = rows.filter((row) => row[TEXT]?.startsWith(`"${issued.creditNoteNumber}, `))
    expect(credited.map((row) => [...pick(row).slice(0, 5), row[NUMBER]])).toEqual([
      ['141,61', '"H"', '10000', '8400', '', `"${made.invoiceNumber}"`],
    ])
    expect(of(settlement.settlementNumber)).toEqual([
      ['42,50', '"H"', '70000', '4900', ''],
      ['42,50', '"S"', '70000', '1200', ''],
    ])
    const bills = rows.filter((row) => row[NUMBER]?.startsWith('"R'))
    expect(bills.map((row) => pick(row).slice(0, 5))).toEqual([
      ['119,00', '"H"', '70000', '4900', '"9"'],
      ['107,00', '"H"', '70000', '4900', '"8"'],
      ['100,00', '"H"', '70000', '4900', ''],
      ['12,34', '"H"', '70000', '1570', ''],
    ])
    expect(new Set(bills.map((row) => row[NUMBER])).size).toBe(3)
  })

  it('posts what partners pay and get back, and what bills are paid, against the bank', async () => {
    const year = moveToJune()
    const member = await aBookkeeper()
    const { id: partnerId } = await aPartner(member)
    const pay = async (fields: object) =>
      (
        await member.post('/api/billing/payments', {
          ...{ partnerId, currency: 'EUR', receivedAt: `${year}-03-02`, method: 'bank_transfer' },
          ...fields,
        })
      ).body
    await pay({ amount: 11_700, fee: 200, reference: 'P-1' })
    const returned = await pay({ amount: 5000, reference: 'P-2' })
    await member.post(`/api/billing/payments/${returned.id}/reverse`, { reason: 'Returned by the bank' })
    const refunded = await pay({ amount: 3000, reference: 'P-3' })
    const refund = { amount: 1000, refundedAt: `${year}-03-09` }
    await member.post(`/api/billing/payments/${refunded.id}/refund`, refund)
    const bill = async (billNumber: string) =>
      (
        await member.post('/api/billing/bills', {
          ...{ partnerId, billNumber, currency: 'EUR', totalAmount: 10_000 },
          ...{ issuedAt: `${year}-03-01`, dueAt: `${year}-03-31` },
        })
      ).body
    const [paid, cancelled] = [await bill('B-1'), await bill('B-2')]
    await member.post(`/api/billing/bills/${paid.id}/approve`)
    await member.post(`/api/billing/bills/${paid.id}/mark-paid`, { paymentReference: 'SEPA 1' })
    await member.post(`/api/billing/bills/${cancelled.id}/cancel`, { reason: 'Sent twice' })
    const { rows } = await readBatch(member, `${year}-01-01`, `${year}-12-31`)
    const of = (number: string) =>
      rows.filter((row) => row[NUMBER] === `"${number}"`).map((row) => pick(row).slice(0, 4).join(' '))
    expect(of('P-1')).toEqual(['117,00 "H" 10000 1200', '2,00 "H" 10000 4970'])
    expect(of('P-2')).toEqual(['50,00 "H" 10000 1200', '50,00 "S" 10000 1200'])
    expect(of('P-3')).toEqual(['30,00 "H" 10000 1200', '10,00 "S" 10000 1200'])
    expect(of('B-1')).toEqual(['100,00 "H" 70000 4900', '100,00 "S" 70000 1200'])
    expect(of('B-2')).toEqual(['100,00 "H" 70000 4900', '100,00 "S" 70000 4900'])
  })

  it('posts payments for each invoice with its number, by which DATEV clears it, and the rest with their reference', async () => {
    const year = moveToJune()
    const member = await aBookkeeper()
    const { id: partnerId, name } = await aPartner(member)
    const bill = async (unitPrice: number) => {
      const lineItems = [lineOf('standard', unitPrice)]
      return await anInvoice(member, { partnerId, lineItems, issueImmediately: true })
    }
    const [first, second, third] = [await bill(10_000), await bill(20_000), await bill(1000)]
    const pay = async (fields: object) =>
      (
        await member.post('/api/billing/payments', {
          ...{ partnerId, currency: 'EUR', receivedAt: `${year}-03-02`, method: 'bank_transfer' },
          ...fields,
        })
      ).body
    const give = (payment: { id: string }, invoice: { id: string }, amount: number) =>
      member.post(`/api/billing/payments/${payment.id}/allocate`, { allocations: [{ invoiceId: invoice.id, amount }] })
    const paid = await pay({ amount: 40_000, fee: 500, reference: 'Zahlung 4711' })
    await give(paid, first, 11_900)
    await give(paid, second, 10_000)
    await give(paid, second, 13_800)
    const moved = await pay({ amount: 1190, reference: 'Z-2' })
    const wrong = (await give(moved, third, 1190)).body.allocations[0]
    const reason = 'Of another invoice'
    await member.post(`/api/billing/payments/${moved.id}/reverse`, { reason, allocationIds: [wrong.id] })
    const bounced = await pay({ amount: 1190, reference: 'Z-3' })
    await give(bounced, third, 1190)
    await member.post(`/api/billing/payments/${bounced.id}/reverse`, { reason: 'Returned by the bank' })
    const { rows } = await readBatch(member, `${year}-01-01`, `${year}-12-31`)
    const payments = rows.filter((row) => ['1200', '4970'].includes(row[CONTRA] ?? ''))
    const numbers = new Map(
      [first, second, third].map((invoice, i) => [`"${invoice.invoiceNumber}"`, `invoice ${i + 1}`]),
    )
    const show = (row: string[]) =>
      [row[AMOUNT], row[SIDE], row[CONTRA], numbers.get(row[NUMBER] ?? '') ?? row[NUMBER]].join(' ')
    expect(payments.map(show).sort()).toEqual(
      [
        '119,00 "H" 1200 invoice 1',
        '238,00 "H" 1200 invoice 2',
        '43,00 "H" 1200 "Zahlung-4711-7b8ce15f"',
        '5,00 "H" 4970 "Zahlung-4711-7b8ce15f"',
        '11,90 "H" 1200 "Z-2"',
        '11,90 "H" 1200 invoice 3',
        '11,90 "S" 1200 invoice 3',
      ].sort(),
    )
    expect(payments.map((row) => row[TEXT])).toContain(`"Zahlung 4711, ${name}"`)
  })

  it('names the day of the supply, and buyers in other member states', async () => {
    const member = await aBookkeeper({
      ...{ 'general.country': 'DE', 'billing.invoiceChecks': 'off' },
      'billing.taxRules': ['intra_community', 'reverse_charge'],
    })
    const sell = async (fields: object, partner: object = {}, supplyType = 'goods') => {
      const { id: partnerId } = await aPartner(member, { address: { countryCode: 'DE' }, ...partner })
      const lineItems = [{ ...lineOf('standard', 10_000), supplyType }]
      const { id } = await anInvoice(member, { partnerId, lineItems, issueImmediately: true, ...fields })
      await issueAt(member, id, '2026-11-27T12:00:00Z')
    }
    const austrian = { address: { countryCode: 'AT' }, vatId: 'ATU12345675' }
    await sell({ supplyDate: '2026-10-31' })
    await sell({ supplyPeriod: { from: '2026-09-01', to: '2026-09-30' } })
    await sell({ supplyDate: '2026-11-02' }, austrian)
    await sell({ supplyDate: '2026-11-03' }, austrian, 'services')
    const { rows, names } = await readBatch(member, '2026-11-01', '2026-11-30')
    const columns = ['Leistungsdatum', 'Datum Zuord. Steuerperiode', 'EU-Land u. UStID (Bestimmung)']
    expect(columns.map((name) => names.indexOf(name) + 1)).toEqual([115, 116, 40])
    expect(rows.map((row) => [row[CONTRA], row[DAY], ...columns.map((name) => row[names.indexOf(name)])])).toEqual([
      ['8400', '2711', '31102026', '31102026', ''],
      ['8400', '2711', '30092026', '30092026', ''],
      ['8125', '2711', '02112026', '02112026', '"ATU12345675"'],
      ['8336', '2711', '03112026', '03112026', '"ATU12345675"'],
    ])
  })

  it('lies in one fiscal year, and names the address of the next one', async () => {
    const member = await aBookkeeper({ 'billing.datevFiscalYearStart': '07-01' })
    const before = await anInvoice(member, { issueImmediately: true })
    const after = await anInvoice(member, { issueImmediately: true })
    await issueAt(member, before.id, '2026-06-30T21:59:59Z')
    await issueAt(member, after.id, '2026-06-30T22:00:00Z')
    const first = await readBatch(member, '2026-06-01', '2026-07-31')
    expect(first.head.slice(12, 16)).toEqual(['20250701', '4', '20260601', '20260630'])
    expect(first.rows.map((row) => row[NUMBER])).toEqual([`"${before.invoiceNumber}"`])
    expect(first.headers.Link).toBe(`<${DATEV}?from=2026-07-01&to=2026-07-31>; rel="next"`)
    const second = await readBatch(member, '2026-07-01', '2026-07-31')
    expect([second.head[12], second.headers.Link]).toEqual(['20260701', undefined])
    expect(second.rows.map((row) => row[NUMBER])).toEqual([`"${after.invoiceNumber}"`])
  })

  it('goes over New Year in two batches', async () => {
    const member = await aBookkeeper()
    const first = await readBatch(member, '2025-12-01', '2026-01-31')
    expect(first.head.slice(12, 16)).toEqual(['20250101', '4', '20251201', '20251231'])
    expect(first.headers.Link).toContain('from=2026-01-01&to=2026-01-31')
  })

  it('keeps the account of each partner, whoever asks at the same time', async () => {
    const member = await aBookkeeper({ 'billing.datevAccountLength': 5, 'billing.datevChart': 'SKR04' })
    const made = []
    for (let i = 0; i < 5; i++) {
      const each = await anInvoice(member, { issueImmediately: true })
      await issueAt(member, each.id, `2026-03-0${i + 1}T12:00:00Z`)
      made.push(each)
    }
    const accountsOf = async (from: string, to: string) => {
      const { rows } = await readBatch(member, from, to)
      return new Map(rows.map((row) => [row[NUMBER], row[ACCOUNT]]))
    }
    const [late, all] = await Promise.all([
      accountsOf('2026-03-04', '2026-03-05'),
      accountsOf('2026-03-01', '2026-03-31'),
    ])
    for (const [number, account] of late) expect(all.get(number)).toBe(account)
    expect(new Set(all.values()).size).toBe(5)
    expect([...all.values()].sort()).toEqual(['100000', '100001', '100002', '100003', '100004'])
    const { rows } = await readBatch(member, '2026-03-01', '2026-03-31')
    expect(rows[0]?.[CONTRA]).toBe('44000')
    await set(member, { 'billing.datevFirstDebtor': 20_000 })
    expect(await accountsOf('2026-03-01', '2026-03-31')).toEqual(all)
  })

  it('takes accounts and keys of the settings, and drops a key on an automatic account', async () => {
    const member = await aBookkeeper({
      'billing.datevRevenueAccounts': {
        standard: { account: '8400', taxKey: '3' },
        reduced: { account: '8290', taxKey: '2' },
      },
    })
    const lineItems = [lineOf('standard', 10_000), lineOf('reduced', 10_000)]
    const made = await anInvoice(member, { lineItems, issueImmediately: true })
    await issueAt(member, made.id, '2026-03-05T12:00:00Z')
    const { rows } = await readBatch(member, '2026-03-01', '2026-03-31')
    expect(rows.map((row) => [row[CONTRA], row[TAX_KEY]])).toEqual([
      ['8400', ''],
      ['8290', '"2"'],
    ])
  })

  it('chooses the revenue account by the kind of tax, whatever the tenant calls the category', async () => {
    const member = await aBookkeeper({
      'billing.taxCategories': {
        services: { kind: 'reverse_charge' },
        goods: { kind: 'intra_community' },
        export: { kind: 'zero' },
      },
    })
    const lineItems = ['services', 'goods', 'export'].map((category, i) => lineOf(category, 100 * (i + 1)))
    const made = await anInvoice(member, { lineItems, issueImmediately: true })
    await issueAt(member, made.id, '2026-03-05T12:00:00Z')
    const { rows } = await readBatch(member, '2026-03-01', '2026-03-31')
    expect(rows.map((row) => [row[AMOUNT], row[CONTRA]])).toEqual([
      ['1,00', '8337'],
      ['2,00', '8125'],
      ['3,00', '8200'],
    ])
  })

  it('leaves out documents in other currencies, and says how many', async () => {
    const member = await aBookkeeper()
    const made = await anInvoice(member, { currencyCode: 'USD', issueImmediately: true })
    await issueAt(member, made.id, '2026-03-05T12:00:00Z')
    const { rows, headers } = await readBatch(member, '2026-03-01', '2026-03-31')
    expect([rows, headers['X-Left-Out']]).toEqual([[], '1'])
  })

  it('is refused with a reason where DATEV would refuse it', async () => {
    const member = await aMember()
    const range = 'from=2026-03-01&to=2026-03-31'
    const missing = await member.get(`${DATEV}?${range}`)
    expect([missing.status, missing.body.detail]).toEqual([409, expect.stringContaining('billing.datevConsultant')])
    await set(member, {
      'billing.datevConsultant': 29098,
      'billing.datevClient': 1,
      'billing.taxRates': { standard: 20 },
    })
    const made = await anInvoice(member, { issueImmediately: true })
    await issueAt(member, made.id, '2026-03-05T12:00:00Z')
    const unknown = await member.get(`${DATEV}?${range}`)
    expect([unknown.status, unknown.body.detail]).toEqual([
      ...[409, 'The tax category standard with 20 % has no revenue account. Set it in billing.datevRevenueAccounts.'],
    ])
    const turned = await member.get(`${DATEV}?from=2026-03-31&to=2026-03-01`)
    expect([turned.status, turned.body.violations[0].propertyPath]).toEqual([400, 'to'])
    const empty = await member.get(DATEV)
    expect(empty.body.violations.map((each: { propertyPath: string }) => each.propertyPath)).toEqual(['from', 'to'])
    expect((await list(app().db, invoices, member.tenant, { page: 1, itemsPerPage: 1 })).totalItems).toBe(1)
  })
})
