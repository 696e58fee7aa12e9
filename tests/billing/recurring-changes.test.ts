import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { aRecurringProfile } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { at, forgetDueProfiles, runScheduleAt } from './recurring-run.ts'

const PROFILES = '/api/billing/recurring-invoice-profiles'

let member: Member
beforeEach(async () => {
  // The prices and periods of these tests lie ahead of this time, whatever the day of the machine is.
  const ahead = Date.parse('2026-11-27T10:00:00Z') - Date.now()
  app().clock = () => new Date(Date.now() + ahead)
  member = await aMember()
})
afterEach(forgetDueProfiles)

interface Shown {
  id: string
  status: string
  grandTotal: number
  periodStart: string
  recurringProfileId: string
}

const invoicesOf = async (id: string, query = ''): Promise<Shown[]> =>
  (await member.get(`${PROFILES}/${id}/invoices${query}`)).body.member
const periodsOf = async (id: string) => (await invoicesOf(id)).map(({ periodStart }) => periodStart)
const change = (id: string, body: object) => member.patch(`${PROFILES}/${id}`, body)
const line = { description: 'Storage', quantity: 2, unitPrice: 100 }

describe('a changed profile', () => {
  it('bills what it says from the next invoice on; the invoices before stay as they are', async () => {
    const profile = await aRecurringProfile(member, { anchorDay: 1, startAt: '2027-01-01' })
    await runScheduleAt('2027-01-01T10:00:00Z')
    const [first] = await invoicesOf(profile.id)
    const changes = { name: 'Hamburg', lines: [line], notes: 'New prices', dueDays: 10, autoIssue: false }
    const { status, body, headers } = await change(profile.id, changes)
    expect([status, headers.ETag]).toEqual([200, '"3"'])
    const lines = [{ ...line, reference: null, taxCategoryId: null }]
    expect(body).toMatchObject({ ...changes, lines, cadence: 'monthly', nextInvoiceAt: '2027-02-01T00:00:00.000Z' })
    expect((await member.get(`${PROFILES}/${profile.id}`)).body).toEqual(body)
    await runScheduleAt('2027-02-01T10:00:00Z')
    const [second, ...others] = await invoicesOf(profile.id)
    expect(others).toEqual([first])
    expect(second).toMatchObject({
      ...{ status: 'draft', grandTotal: 200, notes: 'New prices', dueDate: '2027-02-11' },
      ...{ periodStart: '2027-02-01', recurringProfileId: profile.id },
    })
  })

  it('ends on a new day, or goes on beyond the old one', async () => {
    const { id } = await aRecurringProfile(member, { anchorDay: 1, startAt: '2027-01-01', endAt: '2027-02-01' })
    await runScheduleAt('2027-01-01T10:00:00Z')
    expect((await member.get(`${PROFILES}/${id}`)).body.nextInvoiceAt).toBeNull()
    expect((await change(id, { endAt: '2027-03-15' })).body.nextInvoiceAt).toBe('2027-02-01T00:00:00.000Z')
    await runScheduleAt('2027-02-01T10:00:00Z')
    await change(id, { endAt: null })
    await runScheduleAt('2027-03-01T10:00:00Z')
    await change(id, { endAt: '2027-03-02' })
    await runScheduleAt('2027-04-01T10:00:00Z')
    expect(await periodsOf(id)).toEqual(['2027-03-01', '2027-02-01', '2027-01-01'])
    const { body } = await change(id, { endAt: null })
    expect([body.status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
  })

  it('ends on an earlier day by itself', async () => {
    const yearly = { cadence: 'yearly', anchorDay: 1, startAt: '2027-01-01', endAt: '2027-12-01' }
    const { id } = await aRecurringProfile(member, yearly)
    await runScheduleAt('2027-01-01T10:00:00Z')
    await change(id, { endAt: '2027-02-10' })
    await runScheduleAt('2027-02-10T10:00:00Z')
    expect((await member.get(`${PROFILES}/${id}`)).body.status).toBe('ended')
  })

  it('does not bill what waits from before a pause on or after its new end', async () => {
    const { id } = await aRecurringProfile(member, { anchorDay: 1, startAt: '2027-01-01' })
    await at('2027-04-10T10:00:00Z', member.tenant, (then) => then.post(`${PROFILES}/${id}/pause`))
    await change(id, { endAt: '2027-03-01' })
    await at('2027-04-20T10:00:00Z', member.tenant, (then) => then.post(`${PROFILES}/${id}/resume`))
    await runScheduleAt('2027-04-20T11:00:00Z')
    expect(await periodsOf(id)).toEqual(['2027-02-01', '2027-01-01'])
    await runScheduleAt('2027-05-01T11:00:00Z')
    expect((await member.get(`${PROFILES}/${id}`)).body.status).toBe('ended')
    expect(await periodsOf(id)).toHaveLength(2)
  })

  it('is refused with everything that is wrong', async () => {
    const { id } = await aRecurringProfile(member)
    const violationsOf = async (body: object) =>
      (await change(id, body)).body.violations?.map(({ propertyPath }: { propertyPath: string }) => propertyPath)
    expect(await violationsOf({ endAt: '2099-01-31' })).toEqual(['endAt'])
    expect(await violationsOf({ lines: [{ ...line, unitPrice: -1 }] })).toEqual(['lines'])
    expect(await violationsOf({ lines: [{ ...line, quantity: 0.1234567 }] })).toEqual(['lines[0].quantity'])
    expect(await violationsOf({ lines: [], dueDays: -1, cadence: 'weekly' })).toEqual(
      expect.arrayContaining(['lines', 'dueDays', 'cadence']),
    )
    expect(await violationsOf({})).toHaveLength(1)
  })
})

describe('a price', () => {
  const storage = (unitPrice: number) => [{ description: 'Storage', quantity: 1, unitPrice }]
  const pricesOf = async (id: string) =>
    Object.fromEntries((await invoicesOf(id)).map(({ periodStart, grandTotal }) => [periodStart, grandTotal]))
  const monthly = { anchorDay: 15, startAt: '2027-09-15', lines: storage(1000) }

  it('holds for periods that begin from the day of its change on, whenever the earlier ones are invoiced', async () => {
    const { id } = await aRecurringProfile(member, monthly)
    // Nothing ran until the price changed, as in an outage.
    const changed = await at('2027-11-27T10:00:00Z', member.tenant, (then) =>
      then.patch(`${PROFILES}/${id}`, { lines: storage(2000) }),
    )
    expect(changed.body.lines).toMatchObject(storage(2000))
    await runScheduleAt('2028-01-15T10:00:00Z')
    expect(await pricesOf(id)).toEqual({
      ...{ '2027-09-15': 1000, '2027-10-15': 1000, '2027-11-15': 1000 },
      ...{ '2027-12-15': 2000, '2028-01-15': 2000 },
    })
  })

  it('of a paused profile holds for the periods after the pause only', async () => {
    const { id } = await aRecurringProfile(member, monthly)
    const act = (time: string, work: (then: Member) => Promise<unknown>) => at(time, member.tenant, work)
    await act('2027-10-20T10:00:00Z', (then) => then.post(`${PROFILES}/${id}/pause`))
    await act('2027-10-21T10:00:00Z', (then) => then.patch(`${PROFILES}/${id}`, { lines: storage(2000) }))
    await act('2027-11-27T10:00:00Z', (then) => then.post(`${PROFILES}/${id}/resume`))
    await runScheduleAt('2027-12-15T10:00:00Z')
    expect(await pricesOf(id)).toEqual({ '2027-09-15': 1000, '2027-10-15': 1000, '2027-12-15': 2000 })
  })

  it('can be entered before the day from which it holds, changed again and taken back', async () => {
    const { id } = await aRecurringProfile(member, { anchorDay: 1, startAt: '2027-11-01', lines: storage(1000) })
    await change(id, { lines: storage(1500), validFrom: '2028-01-01' })
    await change(id, { lines: storage(3000), validFrom: '2028-02-01' })
    await change(id, { lines: storage(1200), validFrom: '2028-01-01' })
    const { body } = await change(id, { lines: storage(1200), validFrom: '2028-02-01' })
    expect(body.lines).toMatchObject(storage(1000))
    expect(body.linesByDay).toMatchObject([
      { validFrom: null, lines: storage(1000) },
      { validFrom: '2028-01-01', lines: storage(1200) },
      { validFrom: '2028-02-01', lines: storage(1200) },
    ])
    await runScheduleAt('2028-02-01T10:00:00Z')
    expect(await pricesOf(id)).toEqual({
      ...{ '2027-11-01': 1000, '2027-12-01': 1000, '2028-01-01': 1200, '2028-02-01': 1200 },
    })
    const later = await change(id, { lines: storage(900), validFrom: '2028-04-01' })
    expect(later.body.linesByDay).toMatchObject([
      { validFrom: null, lines: storage(1200) },
      { validFrom: '2028-04-01' },
    ])
  })

  it('can be corrected for periods that have begun and are not invoiced', async () => {
    const { id } = await aRecurringProfile(member, monthly)
    await at('2027-11-27T10:00:00Z', member.tenant, (then) =>
      then.patch(`${PROFILES}/${id}`, { lines: storage(1100), validFrom: '2027-09-01' }),
    )
    await runScheduleAt('2027-11-27T11:00:00Z')
    expect(await pricesOf(id)).toEqual({ '2027-09-15': 1100, '2027-10-15': 1100, '2027-11-15': 1100 })
  })

  it('is refused without its lines', async () => {
    const { id } = await aRecurringProfile(member, monthly)
    const { status, body } = await change(id, { validFrom: '2028-01-01' })
    expect([status, body.violations?.[0].propertyPath]).toEqual([400, 'validFrom'])
  })
})

describe('the invoices of a profile', () => {
  it('are listed by pages, the latest period first, and are not those of another', async () => {
    const own = await aRecurringProfile(member, { cadence: 'weekly', anchorDay: 1, startAt: '2027-01-04' })
    const other = await aRecurringProfile(member, { anchorDay: 1, startAt: '2027-01-01' })
    await runScheduleAt('2027-01-25T10:00:00Z')
    expect(await periodsOf(own.id)).toEqual(['2027-01-25', '2027-01-18', '2027-01-11', '2027-01-04'])
    expect(await periodsOf(other.id)).toEqual(['2027-01-01'])
    const { body } = await member.get(`${PROFILES}/${own.id}/invoices?page=2&itemsPerPage=3`)
    expect(body.totalItems).toBe(4)
    expect(body.member).toMatchObject([{ periodStart: '2027-01-04', recurringProfileId: own.id }])
    expect((await member.get(`${PROFILES}/${body.member[0].id}/invoices`)).status).toBe(404)
  })

  it('include a cancelled one, but not a deleted draft, whose period is not billed again', async () => {
    const { id } = await aRecurringProfile(member, { anchorDay: 1, startAt: '2027-01-01', autoIssue: false })
    await runScheduleAt('2027-02-01T10:00:00Z')
    const [february, january] = await invoicesOf(id)
    expect((await member.delete(`/api/billing/invoices/${january?.id}`)).status).toBe(204)
    await member.post(`/api/billing/invoices/${february?.id}/cancel`, { reason: 'Wrong' })
    await runScheduleAt('2027-02-01T12:00:00Z')
    expect(await invoicesOf(id)).toMatchObject([{ id: february?.id, status: 'cancelled' }])
    await runScheduleAt('2027-03-01T12:00:00Z')
    expect(await periodsOf(id)).toEqual(['2027-03-01', '2027-02-01'])
  })
})
