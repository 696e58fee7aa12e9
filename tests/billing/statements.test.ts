import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Posting } from '../../lib/billing/ledger/ledger-entry.ts'
import { ledgerEntries } from '../../lib/billing/ledger/ledger-store.ts'
import { postToLedger } from '../../lib/billing/ledger/post-to-ledger.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { addDays, countDaysBetween, startOfDay, toLocalDay } from '../../lib/platform/calendar/day.ts'
import { newId } from '../../lib/platform/id.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const readStatement = (member: Member, partnerId: string, query: Record<string, string | number | undefined> = {}) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return member.get(`/api/billing/partners/${partnerId}/statement?${new URLSearchParams(given as [string, string][])}`)
}

const paths = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)

const START = Date.UTC(2026, 0, 1)

let made = 0
const bill = async (member: Member, partnerId: string, fields: object = {}) => {
  const { body, status } = await member.post('/api/billing/bills', {
    partnerId,
    billNumber: `R-${++made}`,
    currency: 'EUR',
    totalAmount: 100,
    issuedAt: '2026-03-01',
    dueAt: '2026-03-31',
    ...fields,
  })
  expect(status).toBe(201)
  return body
}

type Given = Partial<Posting> & { partnerId: string; agedFrom?: string | null; zone?: string }

/** Records entries one after another, so that their order is known. */
const post = async (member: Member, ...given: Given[]) => {
  for (const each of given)
    await runInUnit(app().db, { tenant: member.tenant, actor: null, now: new Date(START + ++made) }, async (unit) => {
      const recordId = each.recordId ?? newId(new Date())
      await postToLedger(app(), unit, {
        currency: 'EUR',
        kind: 'outgoing_payment',
        recordId,
        ref: `commerce:///billing/bills/${recordId}`,
        number: null,
        issuedAt: '2026-03-10T00:00:00.000Z',
        dueAt: null,
        amount: -100,
        ...each,
      })
    })
}

const inZone = async (zone: string) => {
  const member = await aMember()
  await member.put('/api/configuration/settings/bulk', { settings: [{ key: 'general.timezone', value: zone }] })
  return member
}

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

describe("a partner's statement", () => {
  it('leads from the opening to the closing balance line by line, in the order of date and recording', async () => {
    const { id, name } = await aPartner(owner)
    const first = await bill(owner, id, { totalAmount: 1000, issuedAt: '2026-02-01', dueAt: '2026-02-01' })
    const later = await bill(owner, id, { totalAmount: 300, issuedAt: '2026-03-02T09:00:00Z' })
    const noon = await bill(owner, id, { totalAmount: 50 })
    const alsoNoon = await bill(owner, id, { totalAmount: 70 })
    await post(owner, { partnerId: id, recordId: first.id, amount: -400, issuedAt: '2026-03-01T00:00:00.001Z' })
    const { status, body } = await readStatement(owner, id, {
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-02T09:00:00Z',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ '@type': 'Collection', totalItems: 1 })
    expect(body.member[0]).toMatchObject({
      '@type': 'PartnerStatement',
      '@id': `/api/billing/partners/${id}/statement?currency=EUR`,
      partnerId: id,
      partnerName: name,
      currency: 'EUR',
      openingBalance: 1000,
      closingBalance: 1020,
      closingBalanceFormatted: '€10.20',
      lineCount: 4,
    })
    const lines = body.member[0].lines
    expect(
      lines.map((line: { kind: string; recordId: string; runningBalance: number }) => [
        line.kind,
        line.recordId,
        line.runningBalance,
      ]),
    ).toEqual([
      ['bill', noon.id, 1050],
      ['bill', alsoNoon.id, 1120],
      ['outgoing_payment', first.id, 720],
      ['bill', later.id, 1020],
    ])
    expect(lines[0]).toEqual({
      kind: 'bill',
      recordId: noon.id,
      ref: `commerce:///billing/bills/${noon.id}`,
      number: noon.billNumber,
      issuedAt: '2026-03-01T00:00:00.000Z',
      dueAt: '2026-03-31T00:00:00.000Z',
      amount: 50,
      amountFormatted: '€0.50',
      currency: 'EUR',
      status: 'received',
      runningBalance: 1050,
      runningBalanceFormatted: '€10.50',
    })
  })

  it('has one member for each currency, and never adds currencies', async () => {
    const { id } = await aPartner(owner)
    await bill(owner, id)
    await bill(owner, id, { currency: 'JPY', totalAmount: 7 })
    await bill(owner, id, { currency: 'KWD', totalAmount: 1234 })
    const { body } = await readStatement(owner, id, { to: '2026-04-01T00:00:00Z' })
    expect(
      body.member.map(({ currency, closingBalanceFormatted, aging }: Record<string, unknown>) => [
        currency,
        closingBalanceFormatted,
        aging,
      ]),
    ).toEqual([
      ['EUR', '€1.00', { current: 0, days1To30: 100, days31To60: 0, days61To90: 0, days90Plus: 0 }],
      ['JPY', '¥7', { current: 0, days1To30: 7, days31To60: 0, days61To90: 0, days90Plus: 0 }],
      [
        'KWD',
        expect.stringContaining('1.234'),
        { current: 0, days1To30: 1234, days31To60: 0, days61To90: 0, days90Plus: 0 },
      ],
    ])
    const { body: one } = await readStatement(owner, id, { currency: 'JPY' })
    expect([one.totalItems, one.member.map(({ currency }: { currency: string }) => currency)]).toEqual([1, ['JPY']])
    expect((await readStatement(owner, id, { currency: 'USD' })).body).toMatchObject({ totalItems: 0, member: [] })
  })

  it('is empty for a partner without records, and answers 404 for a missing partner', async () => {
    const { id } = await aPartner(owner)
    expect((await readStatement(owner, id)).body).toMatchObject({ totalItems: 0, member: [] })
    expect((await readStatement(owner, newId(new Date()))).status).toBe(404)
    expect((await readStatement(await aMember(), id)).status).toBe(404)
  })

  it('rejects impossible times, times in the wrong order and unknown currencies', async () => {
    const { id } = await aPartner(owner)
    const asked = (query: Record<string, string>) => readStatement(owner, id, query).then(paths)
    expect(await asked({ from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' })).toEqual(['from'])
    expect(await asked({ from: '2999-01-01T00:00:00Z' })).toEqual(['from'])
    expect(await asked({ from: 'soon', to: '2026-03', currency: 'euro' })).toEqual(['currency', 'from', 'to'])
    expect(await asked({ currency: 'ZZZ' })).toEqual(['currency'])
    expect(await asked({ from: '2026-12-31T23:59:60Z', to: '9999-12-31T23:59:59-10:00' })).toEqual(['from', 'to'])
    expect(await asked({ from: '2026-02-30', to: '2026-13-01' })).toEqual(['from', 'to'])
    expect(await asked({ from: '2026-03-02', to: '2026-03-01' })).toEqual(['from'])
    expect(await asked({ page: '0' })).toEqual(['page'])
    const now = '2026-03-01T00:00:00Z'
    expect((await readStatement(owner, id, { from: now, to: now })).status).toBe(200)
  })

  it('includes records of any year, however distant', async () => {
    const zones = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']
    for (const zone of zones) {
      const member = await inZone(zone)
      const { id } = await aPartner(member)
      await bill(member, id, { issuedAt: '0001-01-02', dueAt: '9999-12-30' })
      await bill(member, id, { issuedAt: '0050-06-01', dueAt: '0050-06-01', totalAmount: 30 })
      await bill(member, id, { issuedAt: '9999-12-31T23:59:59Z', dueAt: '9999-12-31T23:59:59Z' })
      for (const to of ['0000-01-01T00:00:00Z', '2026-03-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])
        expect((await readStatement(member, id, { to })).status).toBe(200)
      const { body } = await readStatement(member, id, { to: '2026-03-01T00:00:00Z' })
      expect(body.member).toMatchObject([{ closingBalance: 130, aging: { current: 100, days90Plus: 30 } }])
    }
  })

  it('is paged, with the balances of the whole range on every page', async () => {
    const { id } = await aPartner(owner)
    await post(owner, ...[1, 2, 3, 4, 5].map((amount) => ({ partnerId: id, kind: 'bill' as const, amount })))
    await post(owner, { partnerId: id, currency: 'USD', amount: 9 })
    const pages = await Promise.all([1, 2, 3, 4].map((page) => readStatement(owner, id, { page, itemsPerPage: 2 })))
    expect(
      pages.map(({ body }) =>
        body.member[0].lines.map(({ runningBalance }: { runningBalance: number }) => runningBalance),
      ),
    ).toEqual([[1, 3], [6, 10], [15], []])
    for (const { body } of pages)
      expect(body.member).toMatchObject([
        { currency: 'EUR', openingBalance: 0, closingBalance: 15, lineCount: 5 },
        { currency: 'USD', openingBalance: 0, closingBalance: 9, lineCount: 1 },
      ])
    expect(pages[1]?.body.totalItems).toBe(2)
    expect(pages[1]?.body.view).toMatchObject({
      last: expect.stringContaining('page=3'),
      next: expect.stringContaining('page=3'),
    })
    expect(pages[2]?.body.view.next).toBeUndefined()
  })

  it('deducts a credit note for a paid invoice from its issue on', async () => {
    const { id } = await aPartner(owner)
    const invoice = await anInvoice(owner, { partnerId: id, issueImmediately: true })
    await owner.post(`/api/billing/invoices/${invoice.id}/mark-paid`, {})
    const { body: note } = await owner.post('/api/billing/credit-notes', { invoiceId: invoice.id, reason: 'Damaged' })
    expect((await readStatement(owner, id)).body.member).toEqual([])
    await owner.post(`/api/billing/credit-notes/${note.id}/issue`, {})
    const { body: applied } = await owner.post(`/api/billing/credit-notes/${note.id}/apply`, {})
    const { body } = await readStatement(owner, id)
    expect(body.member).toMatchObject([
      {
        closingBalance: -11_900,
        lines: [
          {
            kind: 'credit_note',
            recordId: note.id,
            number: applied.creditNoteNumber,
            issuedAt: applied.issuedAt,
            dueAt: null,
            amount: -11_900,
            status: 'applied',
          },
        ],
        aging: { current: -11_900 },
      },
    ])
    const other = await aPartner(owner)
    const invoiced = await anInvoice(owner, { partnerId: other.id, issueImmediately: true })
    await owner.post('/api/billing/credit-notes', { invoiceId: invoiced.id, reason: 'Damaged', issueImmediately: true })
    expect((await readStatement(owner, other.id)).body.member).toMatchObject([
      { closingBalance: -11_900, lineCount: 1 },
    ])
  })

  it('shows a bill as open before its payment, also when read later', async () => {
    const { id } = await aPartner(owner)
    const { id: recordId } = await bill(owner, id, { dueAt: '2026-03-01' })
    const paidAt = '2026-05-01T10:00:00.000Z'
    await post(owner, { partnerId: id, recordId, issuedAt: paidAt, agedFrom: '2026-03-01T00:00:00.000Z' })
    const at = async (to: string) => {
      const { body } = await readStatement(owner, id, { to })
      const [{ closingBalance, aging }] = body.member
      return [closingBalance, aging.days31To60, aging.days61To90]
    }
    expect(await at('2026-02-28T23:59:59.999Z')).toEqual([0, 0, 0])
    expect(await at('2026-04-30T00:00:00Z')).toEqual([100, 100, 0])
    expect(await at('2026-05-01T09:59:59.999Z')).toEqual([100, 0, 100])
    expect(await at(paidAt)).toEqual([0, 0, 0])
  })

  it('excludes records issued later, and includes late records at their time', async () => {
    const { id } = await aPartner(owner)
    const to = '2026-04-01T00:00:00Z'
    await bill(owner, id, { issuedAt: '2026-04-02', dueAt: '2026-04-02', totalAmount: 5 })
    const at = async () => (await readStatement(owner, id, { to })).body.member[0]
    expect(await at()).toMatchObject({ closingBalance: 0, lineCount: 0, lines: [], aging: { current: 0 } })
    await bill(owner, id, { issuedAt: '2025-01-01', dueAt: '2025-01-31', totalAmount: 7 })
    expect(await at()).toMatchObject({ closingBalance: 7, lineCount: 1, aging: { days90Plus: 7 } })
  })

  it.each(['Asia/Tokyo', 'America/New_York'])('of days covers them from midnight to midnight in %s', async (zone) => {
    const member = await inZone(zone)
    const { id } = await aPartner(member)
    const midnight = startOfDay(zone, '2026-04-01')
    await bill(member, id, {
      issuedAt: new Date(midnight.getTime() - 1).toISOString(),
      totalAmount: 3,
      dueAt: '2027-01-01',
    })
    await bill(member, id, { issuedAt: midnight.toISOString(), totalAmount: 40, dueAt: '2027-01-01' })
    const read = async (query: Record<string, string>) => {
      const [{ openingBalance, closingBalance, lineCount }] = (await readStatement(member, id, query)).body.member
      return [openingBalance, closingBalance, lineCount]
    }
    expect(await read({ from: '2026-03-31', to: '2026-03-31' })).toEqual([0, 3, 1])
    expect(await read({ from: '2026-04-01', to: '2026-04-01' })).toEqual([3, 43, 1])
    expect(await read({ from: '2026-04-02', to: '9999-12-31' })).toEqual([43, 43, 0])
    const path = `/api/billing/partners/${id}/statement`
    const exported = await member.get(`${path}/export?format=jsonl&to=2026-03-31`)
    expect(exported.text.trim().split('\n')).toHaveLength(1)
    const rendered = await member.post(`${path}/render`, { currency: 'EUR', from: '2026-03-31', to: '2026-03-31' })
    expect([rendered.status, (await member.post(`${path}/render`, { to: '2026-02-30' })).status]).toEqual([201, 400])
  })

  it('answers 409 if a balance is too large to be exact', async () => {
    const { id } = await aPartner(owner)
    const totalAmount = Number.MAX_SAFE_INTEGER
    await bill(owner, id, { totalAmount })
    expect((await readStatement(owner, id)).body.member[0].closingBalance).toBe(totalAmount)
    await bill(owner, id, { totalAmount })
    expect((await readStatement(owner, id)).body).toMatchObject({ status: 409, errorCode: 'OPERATION_NOT_ALLOWED' })
    expect((await readStatement(owner, id, { to: '2026-02-01T00:00:00Z' })).status).toBe(200)
  })

  it('is correct when many records are added at once', { timeout: 60_000 }, async () => {
    const { id } = await aPartner(owner)
    await Promise.all(Array.from({ length: 40 }, (_, i) => bill(owner, id, { totalAmount: i + 1 })))
    const { body } = await readStatement(owner, id)
    expect(body.member).toMatchObject([{ closingBalance: 820, lineCount: 40 }])
    expect(body.member[0].lines.at(-1).runningBalance).toBe(820)
  })

  it('lists bills of the same time in the order of their ids', async () => {
    const { id } = await aPartner(owner)
    const { clock } = app()
    const now = clock()
    app().clock = () => now
    try {
      for (let i = 0; i < 8; i++) await bill(owner, id)
    } finally {
      app().clock = clock
    }
    const { lines } = (await readStatement(owner, id)).body.member[0]
    const ids = lines.map(({ recordId }: { recordId: string }) => recordId)
    expect(ids.length).toBe(8)
    expect(ids).toEqual([...ids].sort())
  })

  it('lists a bill once that was sent twice', async () => {
    const { id: partnerId } = await aPartner(owner)
    const given = { partnerId, billNumber: 'R-1', currency: 'EUR', totalAmount: 100 }
    const body = { ...given, issuedAt: '2026-03-01', dueAt: '2026-03-31' }
    const headers = { 'idempotency-key': newId(new Date()) }
    for (const times of [1, 2, 3])
      expect((await owner.post('/api/billing/bills', body, headers)).status, `sent ${times} times`).toBe(201)
    expect((await owner.post('/api/billing/bills', body)).status).toBe(409)
    expect((await readStatement(owner, partnerId)).body.member).toMatchObject([{ closingBalance: 100, lineCount: 1 }])
  })

  it('is consistent even if a record is added while it is read', { timeout: 60_000 }, async () => {
    const { id } = await aPartner(owner)
    const late = () => bill(owner, id, { issuedAt: '2025-01-01', dueAt: '2025-01-31' })
    for (let i = 0; i < 3; i++) await late()
    const before = app()
    let recorded = 3
    for (let place = 0; ; place++) {
      let calls = 0
      let isRecorded = false
      const record = async () => {
        if (isRecorded || calls++ < place) return
        isRecorded = true
        await late()
        recorded++
      }
      const db: Table = {
        ...before.db,
        get: (key) => record().then(() => before.db.get(key)),
        batchGet: (keys) => record().then(() => before.db.batchGet(keys)),
        query: (range) => record().then(() => before.db.query(range)),
      }
      useApp({ ...before, db })
      const { status, body } = await readStatement(owner, id).finally(() => useApp(before))
      expect(status).toBe(200)
      const { lines, lineCount, closingBalance, aging } = body.member[0]
      expect([lines.length, lines.at(-1)?.runningBalance]).toEqual([lineCount, closingBalance])
      expect(aging.days90Plus).toBe(closingBalance)
      expect([recorded - 1, recorded]).toContain(lineCount)
      // A record was added at every possible point.
      if (!isRecorded) break
    }
    expect(recorded).toBeGreaterThan(10)
  })
})

describe('aging', () => {
  const ZONES = ['Pacific/Pago_Pago', 'America/St_Johns', 'UTC', 'Europe/Berlin', 'Pacific/Kiritimati']
  it.each(ZONES)('changes its buckets at midnight in %s', { timeout: 60_000 }, async (zone) => {
    const member = await inZone(zone)
    const { id } = await aPartner(member)
    // Spans a clock change in Berlin and St. John's.
    const today = '2026-04-20'
    const late = [-1, 0, 1, 30, 31, 60, 61, 90, 91, 400]
    for (const [i, days] of late.entries())
      await bill(member, id, { issuedAt: '2025-01-01', dueAt: addDays(today, -days), totalAmount: 2 ** i })
    const of = (...days: number[]) => days.reduce((sum, each) => sum + 2 ** late.indexOf(each), 0)
    const start = startOfDay(zone, today)
    const end = new Date(startOfDay(zone, addDays(today, 1)).getTime() - 1)
    for (const to of [start, end]) {
      const { body } = await readStatement(member, id, { to: to.toISOString() })
      expect(body.member[0].aging).toEqual({
        current: of(-1, 0),
        days1To30: of(1, 30),
        days31To60: of(31, 60),
        days61To90: of(61, 90),
        days90Plus: of(91, 400),
      })
    }
    const { body } = await readStatement(member, id, { to: new Date(start.getTime() - 1).toISOString() })
    expect(body.member[0].aging).toEqual({
      current: of(-1, 0, 1),
      days1To30: of(30, 31),
      days31To60: of(60, 61),
      days61To90: of(90, 91),
      days90Plus: of(400),
    })
  })
})

const HOUR = 3_600_000
const toMoment = (hours: number) => new Date(START + hours * HOUR).toISOString()
const hours = fc.oneof(fc.constantFrom(0, 24, 2400), fc.integer({ min: 0, max: 250 * 24 }))
const maybe = fc.option(hours.map(toMoment))
const anyPosting = fc.record({
  currency: fc.constantFrom('EUR', 'JPY'),
  kind: fc.constantFrom('bill' as const, 'settlement' as const, 'credit_note' as const, 'outgoing_payment' as const),
  issuedAt: hours.map(toMoment),
  dueAt: maybe,
  agedFrom: maybe,
  amount: fc.integer({ min: -100_000, max: 100_000 }),
})

const BUCKETS: [string, number][] = [
  ['days90Plus', 91],
  ['days61To90', 61],
  ['days31To60', 31],
  ['days1To30', 1],
  ['current', Number.NEGATIVE_INFINITY],
]

const sumAmounts = (all: readonly { amount: number }[]) => all.reduce((sum, { amount }) => sum + amount, 0)

it.each(['Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago'])(
  'any ledger in %s is told right for any range, page by page',
  { timeout: 120_000 },
  async (zone) => {
    const member = await inZone(zone)
    const { id: partnerId } = await aPartner(member)
    const [ledger = []] = fc.sample(fc.array(anyPosting, { minLength: 90, maxLength: 90 }), 1)
    await post(member, ...ledger.map((each) => ({ partnerId, ...each })))
    await fc.assert(
      fc.asyncProperty(maybe, hours.map(toMoment), fc.integer({ min: 1, max: 12 }), async (given, to, itemsPerPage) => {
        const from = given !== null && given <= to ? given : undefined
        const today = toLocalDay(zone, new Date(to))
        const { body } = await readStatement(member, partnerId, { from, to, itemsPerPage, page: 2 })
        for (const statement of body.member) {
          const mine = ledger
            .filter(({ currency, issuedAt }) => currency === statement.currency && issuedAt <= to)
            .toSorted((a, b) => (a.issuedAt < b.issuedAt ? -1 : a.issuedAt > b.issuedAt ? 1 : 0))
          const inRange = mine.filter(({ issuedAt }) => from === undefined || issuedAt >= from)
          const findBucket = ({ agedFrom, dueAt, issuedAt }: (typeof ledger)[number]) => {
            const days = countDaysBetween(toLocalDay(zone, new Date(agedFrom ?? dueAt ?? issuedAt)), today)
            return BUCKETS.find(([, least]) => days >= least)?.[0]
          }
          const before = mine.length - inRange.length + itemsPerPage
          const shown = inRange.slice(itemsPerPage, 2 * itemsPerPage)
          expect(statement).toMatchObject({
            openingBalance: sumAmounts(mine) - sumAmounts(inRange),
            closingBalance: sumAmounts(mine),
            lineCount: inRange.length,
            lines: shown.map(({ issuedAt, amount }, i) => ({
              issuedAt,
              amount,
              runningBalance: sumAmounts(mine.slice(0, before + i + 1)),
            })),
            aging: Object.fromEntries(
              BUCKETS.map(([name]) => [name, sumAmounts(mine.filter((each) => findBucket(each) === name))]),
            ),
          })
          expect(statement.lines.length).toBe(shown.length)
          expect(Object.values<number>(statement.aging).reduce((sum, each) => sum + each, 0)).toBe(
            statement.closingBalance,
          )
        }
      }),
      { numRuns: 30 },
    )
    const found: unknown[] = []
    const work = { db: app().db, kind: toAnyEntity(ledgerEntries), tenant: member.tenant, repair: false }
    await recount({ ...work, found: (each) => found.push(each) }, () => true)
    expect(found).toEqual([])
  },
)
