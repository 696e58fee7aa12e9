import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handler as followInvoices } from '../../functions/billing/every-quarter-hour-follow-invoices.ts'
import { billRecurring } from '../../lib/billing/recurring-invoice-profiles/bill-recurring.ts'
import { tenantKey } from '../../lib/iam/identity-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { aPartner, aRecurringProfile } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { listEvents } from './events.ts'
import { at, dueProfiles, forgetDueProfiles, runScheduleAt } from './recurring-run.ts'

const PROFILES = '/api/billing/recurring-invoice-profiles'

interface Shown {
  id: string
  dueDate: string
  periodStart: string | null
  invoiceNumber: string | null
  status: string
}

let member: Member
beforeEach(async () => {
  member = await aMember()
})
afterEach(forgetDueProfiles)

/** Lists the invoices of the tenant, oldest first. */
const invoices = async (): Promise<Shown[]> =>
  (await member.get('/api/billing/invoices?itemsPerPage=100')).body.member.reverse()
const dueDates = async () => (await invoices()).map(({ dueDate }) => dueDate)
const periods = async () => (await invoices()).map(({ periodStart }) => periodStart)
const profileNow = async (id: string) => (await member.get(`${PROFILES}/${id}`)).body
const setting = (key: string, value: unknown) =>
  member.put('/api/configuration/settings/bulk', { settings: [{ key, value }] })
const does = (time: string, id: string, action: string) =>
  at(time, member.tenant, (then) => then.post(`${PROFILES}/${id}/${action}`))
const profileItem = (id: string) => ({ pk: partition(member.tenant, 'recurring-profile'), sk: id })

const isDue = async () => (await dueProfiles()).some(({ pk }) => pk.includes(member.tenant))

describe('the run that bills recurring profiles', () => {
  it('bills a profile whose currency was withdrawn after it was created', async () => {
    const { id } = await aRecurringProfile(member, { startAt: '2027-01-31' })
    const values = { ':code': 'BGN' }
    await app().db.update({ update: profileItem(id), set: 'SET #currencyCode = :code', values })
    await runScheduleAt('2027-01-31T00:00:00Z')
    expect(await invoices()).toMatchObject([{ status: 'issued', currencyCode: 'BGN', grandTotal: 11_900 }])
  })

  it('issues an invoice for each period when it starts, with lines, taxes, notes and due date', async () => {
    await setting('billing.taxRates', { standard: 19 })
    const { id } = await aRecurringProfile(member, { startAt: '2027-01-31', dueDays: 14, notes: 'Thank you' })
    await runScheduleAt('2027-01-30T23:58:00Z')
    expect(await invoices()).toEqual([])
    await runScheduleAt('2027-01-31T00:00:00Z')
    const [invoice, ...others] = await invoices()
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      status: 'issued',
      invoiceNumber: 'INV-2027-00001',
      dueDate: '2027-02-14',
      grandTotal: 14_161,
      notes: 'Thank you',
      createdAt: expect.stringMatching(/^2027-01-31T00:0/),
    })
    expect((await member.get(`/api/billing/invoices/${invoice?.id}`)).body.lineItems).toMatchObject([
      { description: 'Storage', quantity: 1, unitPrice: 11_900, taxAmount: 2261 },
    ])
    expect(await listEvents(member.tenant, 'finance.invoice.issued', invoice?.id ?? '')).toHaveLength(1)
    expect(await profileNow(id)).toMatchObject({
      status: 'active',
      nextInvoiceAt: '2027-02-28T00:00:00.000Z',
      lastInvoicedAt: expect.stringMatching(/^2027-01-31T00:0/),
    })
    await runScheduleAt('2027-01-31T00:15:00Z')
    await runScheduleAt('2027-02-27T23:45:00Z')
    expect(await invoices()).toHaveLength(1)
  })

  it('bills all missed periods in one late run, in order', async () => {
    await aRecurringProfile(member, { startAt: '2027-10-31' })
    await runScheduleAt('2028-04-29T10:00:00Z')
    const found = await invoices()
    const days = ['2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']
    expect(found.map(({ periodStart }) => periodStart)).toEqual(days)
    expect(found.map(({ invoiceNumber }) => invoiceNumber)).toEqual(days.map((_, i) => `INV-2028-0000${i + 1}`))
  })

  it('bills nothing twice when two run at once', async () => {
    for (let i = 0; i < 5; i++) await aRecurringProfile(member, { startAt: '2027-10-31' })
    await runScheduleAt('2027-12-01T00:00:00Z', 3)
    expect((await periods()).sort()).toEqual([...Array(5).fill('2027-10-31'), ...Array(5).fill('2027-11-30')])
  })

  it('creates drafts if the profile does not issue automatically', async () => {
    await aRecurringProfile(member, { startAt: '2027-10-31', autoIssue: false })
    await runScheduleAt('2027-10-31T12:00:00Z')
    expect(await invoices()).toMatchObject([{ status: 'draft', invoiceNumber: null, dueDate: '2027-10-31' }])
  })

  it('bills no period that starts during a pause, but one that had started before it', async () => {
    const { id } = await aRecurringProfile(member, { cadence: 'weekly', anchorDay: 5, startAt: '2027-01-01' })
    await runScheduleAt('2027-01-08T00:00:00Z')
    await does('2027-01-15T00:01:00Z', id, 'pause')
    await runScheduleAt('2027-01-29T00:00:00Z')
    expect(await periods()).toEqual(['2027-01-01', '2027-01-08'])
    await does('2027-02-05T08:00:00Z', id, 'resume')
    await runScheduleAt('2027-02-05T09:00:00Z')
    await runScheduleAt('2027-02-19T00:00:00Z')
    expect(await periods()).toEqual(['2027-01-01', '2027-01-08', '2027-01-15', '2027-02-12', '2027-02-19'])
  })

  it('bills all periods interrupted by several pauses, the oldest first, and skips only those within a pause', async () => {
    const { id } = await aRecurringProfile(member, { cadence: 'weekly', anchorDay: 5, startAt: '2027-01-01' })
    await does('2027-01-09T00:00:00Z', id, 'pause')
    await does('2027-01-16T00:00:00Z', id, 'resume')
    await does('2027-01-16T00:01:00Z', id, 'pause')
    await does('2027-01-16T00:02:00Z', id, 'resume')
    await does('2027-01-29T00:01:00Z', id, 'pause')
    // The oldest period that waits is invoiced at once.
    expect((await does('2027-02-06T00:00:00Z', id, 'resume')).body.nextInvoiceAt).toBe('2027-01-01T00:00:00.000Z')
    expect(await isDue()).toBe(true)
    await runScheduleAt('2027-02-06T01:00:00Z')
    expect(await profileNow(id)).toMatchObject({ nextInvoiceAt: '2027-02-12T00:00:00.000Z' })
    await runScheduleAt('2027-02-12T00:00:00Z')
    const billed = ['2027-01-01', '2027-01-08', '2027-01-22', '2027-01-29', '2027-02-12']
    expect(await periods()).toEqual(billed)
    await runScheduleAt('2027-02-19T00:00:00Z')
    expect(await periods()).toEqual([...billed, '2027-02-19'])
  })

  it('stops when the profile is paused, and bills the rest once it is resumed', async () => {
    const { id } = await aRecurringProfile(member, { startAt: '2027-01-31' })
    await at('2027-05-31T00:00:00Z', member.tenant, async (then) => {
      const { db } = app()
      let paused: number | undefined
      app().db = {
        ...db,
        transact: async (actions) => {
          // The pause happens between the second invoice and the third.
          const made = await db.query({ pk: partition(member.tenant, 'invoice') })
          if (paused === undefined && made.length === 2) {
            paused = 0
            paused = (await then.post(`${PROFILES}/${id}/pause`)).status
          }
          return await db.transact(actions)
        },
      }
      try {
        await billRecurring(app(), { log: createLog({}), hasTime: () => true })
      } finally {
        app().db = db
      }
      expect(paused).toBe(200)
    })
    expect(await periods()).toEqual(['2027-01-31', '2027-02-28'])
    await runScheduleAt('2027-06-30T00:00:00Z')
    expect(await periods()).toHaveLength(2)
    await does('2027-07-01T00:00:00Z', id, 'resume')
    await runScheduleAt('2027-07-31T00:00:00Z')
    const all = ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-07-31']
    expect(await periods()).toEqual(all)
  })

  it('bills periods interrupted by a pause even if no other follows, and then ends the profile', async () => {
    const { id } = await aRecurringProfile(member, { startAt: '2027-01-31', endAt: '2027-03-01' })
    // No run came until after endAt, on whose month's anchor the pause comes.
    await does('2027-03-31T00:01:00Z', id, 'pause')
    const { body } = await does('2027-04-01T00:00:00Z', id, 'resume')
    expect(body).toMatchObject({ status: 'active', nextInvoiceAt: '2027-01-31T00:00:00.000Z' })
    await runScheduleAt('2027-04-01T00:15:00Z')
    await runScheduleAt('2027-04-01T00:30:00Z')
    expect(await periods()).toEqual(['2027-01-31', '2027-02-28'])
    expect(await profileNow(id)).toMatchObject({ status: 'ended', nextInvoiceAt: null })
  })

  it('bills no period interrupted by a pause if the profile is ended instead of resumed', async () => {
    const { id } = await aRecurringProfile(member, { startAt: '2027-01-31' })
    await does('2027-02-28T00:01:00Z', id, 'pause')
    await does('2027-03-01T00:00:00Z', id, 'end')
    await runScheduleAt('2027-04-01T00:00:00Z')
    expect(await invoices()).toEqual([])
  })

  it('creates no invoice with a due date in the past, however late it runs', async () => {
    await setting('billing.reminderDaysBeforeDue', 0)
    await setting('general.timezone', 'Pacific/Kiritimati')
    await aRecurringProfile(member, { startAt: '2027-10-31', dueDays: 40 })
    // It is the 29th in UTC and the 30th in the tenant's time zone.
    await runScheduleAt('2028-01-29T23:00:00Z')
    await at('2028-01-29T23:10:00Z', member.tenant, () => followInvoices({}))
    expect(await invoices()).toMatchObject([
      { status: 'issued', periodStart: '2027-10-31', dueDate: '2028-01-30' },
      { status: 'issued', periodStart: '2027-11-30', dueDate: '2028-01-30' },
      { status: 'issued', periodStart: '2027-12-31', dueDate: '2028-02-09' },
    ])
    await at('2028-01-30T23:10:00Z', member.tenant, () => followInvoices({}))
    expect((await invoices()).map(({ status }) => status)).toEqual(['overdue', 'overdue', 'issued'])
  })

  it('bills nothing for an ended profile', async () => {
    const { id } = await aRecurringProfile(member, { startAt: '2027-01-31' })
    await runScheduleAt('2027-01-31T00:00:00Z')
    await does('2027-02-01T00:00:00Z', id, 'end')
    await runScheduleAt('2028-01-01T00:00:00Z')
    expect(await dueDates()).toEqual(['2027-01-31'])
  })

  it('bills the periods before endAt and then ends the profile, also in a late run', async () => {
    const { id } = await aRecurringProfile(member, { startAt: '2027-01-31', endAt: '2027-03-31' })
    await runScheduleAt('2027-02-28T00:00:00Z')
    expect(await profileNow(id)).toMatchObject({ status: 'active', nextInvoiceAt: null })
    await runScheduleAt('2027-03-31T00:00:00Z')
    expect(await profileNow(id)).toMatchObject({ status: 'ended' })
    const other = await aRecurringProfile(member, { startAt: '2027-01-31', endAt: '2027-03-01' })
    await runScheduleAt('2027-12-01T00:00:00Z')
    expect(await profileNow(other.id)).toMatchObject({ status: 'ended' })
    expect(await periods()).toEqual(['2027-01-31', '2027-02-28', '2027-01-31', '2027-02-28'])
    expect(await isDue()).toBe(false)
  })
})

describe('the supply of a period', () => {
  it('ends on the day before endAt, at the whole price, and before the next period otherwise', async () => {
    const member = await aMember()
    const fields = { anchorDay: 26, startAt: '2027-01-20', endAt: '2027-02-27' }
    await aRecurringProfile(member, fields)
    await runScheduleAt('2027-01-26T12:00:00Z')
    await runScheduleAt('2027-02-26T12:00:00Z')
    const { body } = await member.get('/api/billing/invoices')
    expect(
      body.member.map(({ supplyPeriod, grandTotal }: Record<string, unknown>) => [supplyPeriod, grandTotal]),
    ).toEqual([
      [{ from: '2027-02-26', to: '2027-02-26' }, body.member[0].grandTotal],
      [{ from: '2027-01-26', to: '2027-02-25' }, body.member[0].grandTotal],
    ])
  })

  it('is whole if endAt is the day of the next period, and follows an end that was set later', async () => {
    const member = await aMember()
    const { id } = await aRecurringProfile(member, { anchorDay: 1, startAt: '2027-01-01' })
    await member.patch(`/api/billing/recurring-invoice-profiles/${id}`, { endAt: '2027-01-17' })
    await aRecurringProfile(member, { cadence: 'weekly', anchorDay: 1, startAt: '2027-01-01', endAt: '2027-01-11' })
    await runScheduleAt('2027-01-04T12:00:00Z')
    const { body } = await member.get('/api/billing/invoices')
    expect(body.member.map(({ supplyPeriod }: Record<string, unknown>) => supplyPeriod)).toEqual(
      expect.arrayContaining([
        { from: '2027-01-01', to: '2027-01-16' },
        { from: '2027-01-04', to: '2027-01-10' },
      ]),
    )
  })
})

describe('the start of a period', () => {
  it('is exact to the minute in the tenant’s time zone, also on a day with a clock change', async () => {
    for (const [zone, startAt, first] of [
      ['Pacific/Kiritimati', '2027-05-31', '2027-05-30T10:00:00Z'],
      ['Pacific/Pago_Pago', '2027-05-31', '2027-05-31T11:00:00Z'],
      ['Europe/Berlin', '2027-03-28', '2027-03-27T23:00:00Z'],
      ['Europe/Berlin', '2027-10-31', '2027-10-30T22:00:00Z'],
      ['America/Havana', '2027-03-14', '2027-03-14T05:00:00Z'],
    ] as const) {
      member = await aMember()
      await setting('general.timezone', zone)
      const anchorDay = Number(startAt.slice(8))
      const { nextInvoiceAt } = await aRecurringProfile(member, { startAt, anchorDay })
      expect(Date.parse(nextInvoiceAt)).toBe(Date.parse(first))
      await runScheduleAt(new Date(Date.parse(first) - 120_000).toISOString())
      expect(await dueDates()).toEqual([])
      await runScheduleAt(first)
      expect(await dueDates()).toEqual([startAt])
    }
  })

  it('follows a change of the tenant’s time zone', async () => {
    await setting('general.timezone', 'Pacific/Kiritimati')
    const { id } = await aRecurringProfile(member, { startAt: '2027-05-31' })
    await setting('general.timezone', 'Pacific/Pago_Pago')
    await runScheduleAt('2027-05-30T10:00:00Z')
    await runScheduleAt('2027-05-31T10:59:00Z')
    expect(await dueDates()).toEqual([])
    await runScheduleAt('2027-05-31T11:00:00Z')
    await setting('general.timezone', 'Pacific/Kiritimati')
    await does('2027-05-31T12:00:00Z', id, 'pause')
    await setting('general.timezone', 'Pacific/Pago_Pago')
    await does('2027-05-31T10:00:00Z', id, 'resume')
    await runScheduleAt('2027-06-30T12:00:00Z')
    expect(await dueDates()).toEqual(['2027-05-31', '2027-06-30'])
  })
})

describe('a period that cannot be billed', () => {
  it('gets a draft if its total is below 0 by now, and the next period is billed as usual', async () => {
    const lines = [
      { description: 'Storage', quantity: 1, unitPrice: 100 },
      { description: 'Discount', quantity: 1, unitPrice: -100, taxCategoryId: 'reduced' },
    ]
    await aRecurringProfile(member, { startAt: '2027-01-31', lines })
    await setting('billing.taxRates', { reduced: 7 })
    await runScheduleAt('2027-01-31T00:00:00Z')
    await setting('billing.taxRates', { standard: 7 })
    await runScheduleAt('2027-02-28T00:00:00Z')
    expect(await invoices()).toMatchObject([
      { status: 'draft', invoiceNumber: null, dueDate: '2027-01-31', grandTotal: -7 },
      { status: 'issued', invoiceNumber: 'INV-2027-00001', dueDate: '2027-02-28', grandTotal: 7 },
    ])
  })

  it('does not delay others, is not retried in every run, and is billed once that is possible', async () => {
    const partner = await aPartner(member)
    await aRecurringProfile(member, { partnerId: partner.id, startAt: '2027-01-31' })
    for (let i = 0; i < 3; i++) await aRecurringProfile(member, { startAt: '2027-01-31', dueDays: 1 })
    const { db } = app()
    const key = { pk: partition(member.tenant, 'partner'), sk: partner.id }
    const kept = await db.get(key)
    await db.transact([{ delete: key }])
    await runScheduleAt('2027-02-28T00:00:00Z')
    expect(new Set(await periods())).toEqual(new Set(['2027-01-31', '2027-02-28']))
    await db.put({ put: kept as never })
    await runScheduleAt('2027-02-28T00:45:00Z')
    expect(await invoices()).toHaveLength(6)
    await runScheduleAt('2027-02-28T01:15:00Z')
    expect((await periods()).slice(6)).toEqual(['2027-01-31', '2027-02-28'])
  })

  it('is dropped when the tenant is closed', async () => {
    await aRecurringProfile(member, { startAt: '2027-01-31' })
    const put = { ...tenantKey(member.tenant), kind: 'tenant', id: member.tenant, rev: 1, closedAt: '2027-01-01' }
    await app().db.put({ put })
    await runScheduleAt('2027-02-28T00:00:00Z')
    await runScheduleAt('2027-02-28T02:00:00Z')
    expect(await app().db.query({ pk: partition(member.tenant, 'invoice') })).toEqual([])
    expect(await isDue()).toBe(false)
  })
})

it('bills no period again if the profile is set back by hand', async () => {
  const { id } = await aRecurringProfile(member, { startAt: '2027-01-31' })
  await runScheduleAt('2027-02-28T00:00:00Z')
  const { db } = app()
  await db.update({
    update: profileItem(id),
    set: 'SET #nextPeriod = :first, #dueSk = :first',
    values: { ':first': '2027-01-31' },
  })
  await runScheduleAt('2027-03-31T00:00:00Z')
  expect(await periods()).toEqual(['2027-01-31', '2027-02-28', '2027-03-31'])
})

it('leaves work that a run has no time for to the next run', async () => {
  for (let i = 0; i < 4; i++) await aRecurringProfile(member, { startAt: '2027-01-31' })
  await at('2027-03-31T00:00:00Z', member.tenant, async () => {
    let left = 5
    await billRecurring(app(), { log: createLog({}), hasTime: () => left-- > 0 })
  })
  expect((await invoices()).length).toBeLessThan(12)
  await runScheduleAt('2027-03-31T00:15:00Z')
  const days = ['2027-01-31', '2027-02-28', '2027-03-31']
  expect((await periods()).sort()).toEqual(days.flatMap((day) => Array(4).fill(day)))
})

it('bills only periods from before a pause when pauses and runs are concurrent', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => aRecurringProfile(member, { startAt: '2027-01-31' })))
  await at('2027-05-31T00:00:00Z', member.tenant, async (then) => {
    const pauses = made.map(({ id }) => then.post(`${PROFILES}/${id}/pause`))
    await Promise.all([runScheduleAt('2027-05-31T00:00:00Z'), ...pauses])
  })
  const before = (await invoices()).length
  await runScheduleAt('2028-05-31T00:00:00Z')
  expect(await invoices()).toHaveLength(before)
})
