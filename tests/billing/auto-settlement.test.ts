import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handler } from '../../functions/billing/every-quarter-hour-settle.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { at, dueItems, forgetDue } from './recurring-run.ts'
import { aCharge, aLine, findFaults, MARCH, of, readBooks, SETTLEMENTS, set, settle } from './settling.ts'

const RULES = '/api/billing/auto-settlement-rules'

let owner: Member
let partner: string
const { clock } = app()
beforeEach(async () => {
  owner = await aMember()
  partner = (await aPartner(owner)).id
  // Most of these tests are about days.
  await set(owner, { 'billing.settlementWaitHours': 0 })
})
afterEach(async () => {
  app().clock = clock
  await forgetDue('auto-settlement-rule', 'settlement')
})

const aRule = (member: Member, fields: object = {}) =>
  member.post(RULES, {
    partnerId: partner,
    scope: 'storage',
    basis: 'period',
    currency: 'EUR',
    periodType: 'monthly',
    ...fields,
  })

const paths = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath).sort()

/** Runs the schedule at the given time, optionally several times at once. */
const runAt = (time: string, runs = 1) =>
  at(time, owner.tenant, () => Promise.all(Array.from({ length: runs }, () => handler({}))))

const listSettlements = async () =>
  (await owner.get(SETTLEMENTS)).body.member
    .map((each: Record<string, unknown>) => `${each.periodStartDate} ${each.periodEndDate} ${each.totalAmount}`)
    .reverse()

describe('an auto-settlement rule', () => {
  it('can be created, listed by partner and deleted', async () => {
    const { status, body, headers } = await aRule(owner)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      '@type': 'AutoSettlementRule',
      tenantId: owner.tenant,
      partnerId: partner,
      scope: 'storage',
      basis: 'period',
      currency: 'EUR',
      periodType: 'monthly',
    })
    const other = (await aRule(owner, { partnerId: (await aPartner(owner)).id, basis: 'on_demand', periodType: null }))
      .body
    const ids = async (query = '') =>
      (await owner.get(`${RULES}${query}`)).body.member.map(({ id }: { id: string }) => id)
    expect(await ids()).toEqual([other.id, body.id])
    expect(await ids(`?partnerId=${partner}`)).toEqual([body.id])
    expect((await owner.delete(headers.Location as string)).status).toBe(204)
    expect((await owner.delete(headers.Location as string)).status).toBe(404)
    expect(await ids()).toEqual([other.id])
  })

  it('requires an existing partner, currency and scope; a period is a month unless a rule says otherwise', async () => {
    expect(paths(await aRule(owner, { partnerId: newId(new Date()) }))).toEqual(['partnerId'])
    expect(paths(await aRule(owner, { currency: 'XQQ' }))).toEqual(['currency'])
    expect(paths(await aRule(owner, { scope: 'x'.repeat(101), basis: 'daily' }))).toEqual(['basis', 'scope'])
    for (const scope of ['', ' ', 'a\nb', ' rent', 5]) expect(paths(await aRule(owner, { scope }))).toEqual(['scope'])
    for (const [fields, periodType] of [
      [{ scope: 'sales', periodType: null }, 'monthly'],
      [{ scope: 'returns', periodType: undefined }, 'monthly'],
      [{ basis: 'ad_hoc', periodType: undefined }, null],
    ] as const) {
      const { status, body } = await aRule(owner, fields)
      expect([status, body.periodType]).toEqual([201, periodType])
    }
  })

  it('is unique by partner, scope, basis, currency and period type until it is deleted', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => aRule(owner)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    for (const fields of [{ scope: 'sales' }, { currency: 'USD' }, { periodType: 'weekly' }, { basis: 'on_demand' }])
      expect((await aRule(owner, fields)).status).toBe(201)
    const first = answers.find(({ status }) => status === 201)
    await owner.delete(`${RULES}/${first?.body.id}`)
    expect((await aRule(owner)).status).toBe(201)
  })
})

describe('an on_demand rule', () => {
  const onDemand = async (fields: object = {}) =>
    (await aRule(owner, { basis: 'on_demand', periodType: null, ...fields })).body.id
  const settleBy = (id: string) => owner.post(`${RULES}/${id}/settle`)

  it('settles unsettled charges on request, and answers 409 while its last settlement is undecided', async () => {
    const id = await onDemand()
    await aCharge(owner, partner, { amount: 100 })
    await aCharge(owner, partner, { amount: 20 })
    await aCharge(owner, partner, { amount: 3000, scope: 'sales' })
    const { status, body } = await settleBy(id)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      '@type': 'Settlement',
      partnerId: partner,
      status: 'open',
      totalAmount: 120,
      lineItemCount: 2,
      periodStartDate: null,
    })
    await aCharge(owner, partner, { amount: 7 })
    expect((await settleBy(id)).body).toMatchObject({
      errorCode: 'OPERATION_NOT_ALLOWED',
      detail: expect.stringContaining(body.settlementNumber),
    })
    await owner.post(of(body, 'approve'))
    const next = await settleBy(id)
    expect(next.body).toMatchObject({ totalAmount: 7, lineItemCount: 1 })
    await owner.post(of(next.body, 'reject'), { reason: 'Not yet' })
    expect((await settleBy(id)).body).toMatchObject({ totalAmount: 7 })
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('answers 409 without unsettled charges, and uses no number', async () => {
    const id = await onDemand()
    expect((await settleBy(id)).body).toMatchObject({
      status: 409,
      errorCode: 'OPERATION_NOT_ALLOWED',
      detail: 'The rule has no unsettled charges.',
    })
    await aCharge(owner, partner)
    expect((await settleBy(id)).body.settlementNumber).toMatch(/-00001$/)
  })

  it('creates one settlement for several requests at once, and leaves the sequence unlocked', async () => {
    const id = await onDemand()
    await aCharge(owner, partner)
    const answers = await Promise.all([1, 2, 3, 4].map(() => settleBy(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const [sequence] = await app().db.query({ pk: partition(owner.tenant, 'numbers') })
    expect(sequence).toBeDefined()
    expect(sequence?.turn).toBeUndefined()
    expect((await owner.get(SETTLEMENTS)).body.totalItems).toBe(1)
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('is the only kind of rule that can be settled on request, by its own tenant only', async () => {
    const { id } = (await aRule(owner)).body
    expect((await settleBy(id)).body).toMatchObject({
      errorCode: 'OPERATION_NOT_ALLOWED',
      detail: expect.stringContaining('period'),
    })
    const other = await aMember()
    expect((await other.post(`${RULES}/${await onDemand()}/settle`)).status).toBe(404)
  })
})

describe('the schedule', () => {
  const charge = (occurredAt: string, amount: number, fields: object = {}) =>
    aCharge(owner, partner, { occurredAt, amount, ...fields })

  it('settles an ended period once and locks the settlement', async () => {
    await at('2031-03-20T12:00:00Z', owner.tenant, (member) => aRule(member))
    await charge('2031-03-01T00:00:00Z', 1)
    await charge('2031-03-31T23:59:59Z', 10)
    await charge('2031-04-01T00:00:00Z', 100)
    await charge('2031-03-15T00:00:00Z', 1000, { scope: 'sales' })
    await charge('2031-03-15T00:00:00Z', 10_000, { currency: 'USD' })
    await runAt('2031-03-31T23:59:00Z')
    expect(await listSettlements()).toEqual([])
    await runAt('2031-04-01T00:00:00Z', 2)
    await runAt('2031-04-01T00:15:00Z', 2)
    expect(await listSettlements()).toEqual(['2031-03-01 2031-03-31 11'])
    const { body } = await owner.get(SETTLEMENTS)
    expect(body.member[0]).toMatchObject({ status: 'locked', periodType: 'monthly', partnerId: partner })
  })

  it('starts with the period of the rule’s creation, catches up on missed periods, and skips empty ones', async () => {
    await at('2032-02-10T12:00:00Z', owner.tenant, (member) => aRule(member))
    for (const [day, amount] of [
      ['2032-01-31', 1],
      ['2032-02-29', 10],
      ['2032-04-01', 100],
      ['2032-05-31', 1000],
      ['2032-06-01', 10_000],
    ] as const)
      await charge(`${day}T12:00:00Z`, amount)
    await runAt('2032-06-10T00:00:00Z', 2)
    expect(await listSettlements()).toEqual([
      '2032-02-01 2032-02-29 10',
      '2032-04-01 2032-04-30 100',
      '2032-05-01 2032-05-31 1000',
    ])
    const { body } = await owner.get(SETTLEMENTS)
    expect(body.member.map((each: { settlementNumber: string }) => each.settlementNumber.slice(-5))).toEqual([
      '00003',
      '00002',
      '00001',
    ])
  })

  it('starts weeks on Monday in the tenant’s time zone, and bi-weekly periods on the same Monday for every tenant', async () => {
    await set(owner, { 'general.timezone': 'Pacific/Auckland' })
    // Wednesday, 7 May 2031 there.
    await at('2031-05-06T13:00:00Z', owner.tenant, async (member) => {
      await aRule(member, { periodType: 'weekly' })
      await aRule(member, { periodType: 'bi_weekly', scope: 'sales' })
    })
    await charge('2031-05-04T12:00:00Z', 1)
    await charge('2031-05-11T11:59:59Z', 10)
    await charge('2031-05-11T12:00:00Z', 100)
    await charge('2031-05-06T12:00:00Z', 1000, { scope: 'sales' })
    await runAt('2031-05-11T11:59:00Z')
    expect(await listSettlements()).toEqual([])
    await runAt('2031-05-11T12:00:00Z')
    expect((await listSettlements())[0]).toBe('2031-05-05 2031-05-11 11')
    await runAt('2031-05-18T12:00:00Z')
    const all = await listSettlements()
    expect(all).toContain('2031-05-12 2031-05-18 100')
    const [start, end] = (all.find((each: string) => each.endsWith(' 1000')) ?? '').split(' ')
    expect((Date.parse(start) - Date.parse('1970-01-05')) % (14 * 86_400_000)).toBe(0)
    expect(Date.parse(end) - Date.parse(start)).toBe(13 * 86_400_000)
  })

  it('skips a period that overlaps a settlement created by hand', async () => {
    await at('2033-03-20T12:00:00Z', owner.tenant, (member) => aRule(member))
    await charge('2033-03-10T00:00:00Z', 1)
    const period = { startDate: '2033-03-05', endDate: '2033-03-12' }
    await settle(owner, partner, { basis: 'period', period, scopes: ['storage'] })
    await charge('2033-03-20T00:00:00Z', 10)
    await charge('2033-04-20T00:00:00Z', 100)
    await runAt('2033-05-01T00:00:00Z')
    expect(await listSettlements()).toEqual(['2033-03-05 2033-03-12 1', '2033-04-01 2033-04-30 110'])
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('settles charges that come late with the next period, with their own days and periods', async () => {
    await at('2036-09-20T12:00:00Z', owner.tenant, (member) => aRule(member))
    await charge('2036-08-31T12:00:00Z', 1)
    await charge('2036-09-10T12:00:00Z', 100)
    await runAt('2036-10-01T00:00:00Z')
    const [september] = (await owner.get(SETTLEMENTS)).body.member
    await owner.post(of(september, 'approve'))
    await charge('2036-09-29T12:00:00Z', 777, { description: 'Surcharge' })
    await charge('2036-10-10T12:00:00Z', 10)
    await runAt('2036-11-01T00:00:00Z', 2)
    expect(await listSettlements()).toEqual(['2036-09-01 2036-09-30 100', '2036-10-01 2036-10-31 787'])
    const { id } = (await owner.get(SETTLEMENTS)).body.member[0]
    const { lineItems } = (await owner.get(`${SETTLEMENTS}/${id}`)).body
    expect(lineItems).toMatchObject([
      {
        description: 'Surcharge',
        occurredAt: '2036-09-29T12:00:00.000Z',
        latePeriod: { startDate: '2036-09-01', endDate: '2036-09-30' },
      },
      { amount: 10, latePeriod: null },
    ])
    // What only comes late is settled as well, and what occurred before the rule began never is.
    await charge('2036-10-31T22:50:00Z', 5)
    await runAt('2036-12-01T00:00:00Z')
    expect((await listSettlements()).at(-1)).toBe('2036-11-01 2036-11-30 5')
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('leaves charges to their own period while its settlement still collects them', async () => {
    await at('2038-01-20T12:00:00Z', owner.tenant, (member) => aRule(member))
    for (let day = 1; day <= 20; day++) await charge(`2038-01-${String(day).padStart(2, '0')}T12:00:00Z`, 1)
    await charge('2038-02-10T12:00:00Z', 100)
    // After an outage both periods are due at once, and the first has more charges than one transaction takes.
    await runAt('2038-03-01T12:00:00Z')
    await drainEvents()
    expect(await listSettlements()).toEqual(['2038-01-01 2038-01-31 20', '2038-02-01 2038-02-28 100'])
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('settles late charges with a period by hand that follows settled ones without a gap', async () => {
    const month = (startDate: string, endDate: string) =>
      settle(owner, partner, { basis: 'period', period: { type: 'monthly', startDate, endDate } })
    await charge('2026-01-10T12:00:00Z', 1)
    await charge('2026-03-10T12:00:00Z', 10)
    await month('2026-03-01', '2026-03-31')
    await charge('2026-03-29T12:00:00Z', 777)
    const { body: april } = await month('2026-04-01', '2026-04-30')
    expect(april.totalAmount).toBe(777)
    await charge('2026-03-30T12:00:00Z', 5)
    expect((await month('2026-06-01', '2026-06-30')).body.totalAmount).toBe(0)
    expect((await month('2026-05-01', '2026-05-31')).body.totalAmount).toBe(5)
  })

  it('waits some hours for late news, as the setting says', async () => {
    await set(owner, { 'billing.settlementWaitHours': 3 })
    await at('2037-10-20T12:00:00Z', owner.tenant, (member) => aRule(member))
    await charge('2037-10-10T12:00:00Z', 100)
    await runAt('2037-11-01T02:59:00Z')
    expect(await listSettlements()).toEqual([])
    await charge('2037-10-31T22:50:00Z', 11)
    await runAt('2037-11-01T03:00:00Z')
    expect(await listSettlements()).toEqual(['2037-10-01 2037-10-31 111'])
    await set(owner, { 'billing.settlementWaitHours': 5 })
    await charge('2037-11-10T12:00:00Z', 7)
    await runAt('2037-12-01T03:00:00Z')
    expect(await listSettlements()).toHaveLength(1)
    await runAt('2037-12-01T05:00:00Z')
    expect(await listSettlements()).toHaveLength(2)
  })

  it('settles nothing for a deleted rule', async () => {
    const { body } = await at('2034-03-20T12:00:00Z', owner.tenant, (member) => aRule(member))
    await charge('2034-03-10T00:00:00Z', 1)
    await owner.delete(`${RULES}/${body.id}`)
    await runAt('2034-05-01T00:00:00Z')
    expect(await listSettlements()).toEqual([])
  })

  it('locks an open settlement on the day after its period, after which an added line puts it under review', async () => {
    await set(owner, { 'general.timezone': 'Pacific/Kiritimati' })
    const period = { type: 'monthly', startDate: '2035-03-01', endDate: '2035-03-31' }
    const { body } = await settle(owner, partner, { period })
    const statusAt = async (time: string) => {
      await runAt(time)
      return (await owner.get(of(body))).body.status
    }
    expect(await statusAt('2035-03-31T09:59:00Z')).toBe('open')
    await owner.post(of(body, 'line-items'), aLine())
    expect(await statusAt('2035-03-31T09:59:00Z')).toBe('open')
    expect(await statusAt('2035-03-31T10:00:00Z')).toBe('locked')
    for (let i = 0; i < 2; i++)
      expect((await owner.post(of(body, 'line-items'), aLine())).body.status).toBe('under_review')
    expect(await statusAt('2035-04-30T10:00:00Z')).toBe('under_review')
  })

  it('follows a change of the tenant’s time zone', async () => {
    await set(owner, { 'general.timezone': 'Pacific/Auckland' })
    await at('2031-03-20T12:00:00Z', owner.tenant, (member) => aRule(member))
    await charge('2031-03-15T12:00:00Z', 1)
    const period = { type: 'monthly', startDate: '2031-03-01', endDate: '2031-03-31' }
    const { body } = await settle(owner, partner, { period, scopes: ['sales'] })
    await set(owner, { 'general.timezone': 'Pacific/Pago_Pago' })
    const isLocked = async () => (await owner.get(of(body))).body.status === 'locked'
    for (const time of ['2031-03-31T12:00:00Z', '2031-04-01T10:59:00Z']) {
      await runAt(time)
      expect(await listSettlements()).toHaveLength(1)
      expect(await isLocked()).toBe(false)
    }
    await runAt('2031-04-01T11:00:00Z')
    expect(await listSettlements()).toHaveLength(2)
    expect(await isLocked()).toBe(true)
  })

  it('does not lock a settlement that is already decided', async () => {
    const isDue = async () => (await dueItems('settlement')).some(({ sk }) => sk === body.id)
    const { body } = await settle(owner, partner, { period: MARCH })
    expect(await isDue()).toBe(true)
    await owner.post(of(body, 'approve'))
    expect(await isDue()).toBe(false)
    await runAt('2036-01-01T00:00:00Z')
    expect((await owner.get(of(body))).body.status).toBe('approved')
  })

  it('leaves approval and payment to two people under the four-eyes principle', async () => {
    await set(owner, { 'billing.fourEyes': true })
    await at('2037-03-20T12:00:00Z', owner.tenant, (member) => aRule(member))
    await charge('2037-03-10T00:00:00Z', 1)
    await runAt('2037-04-01T00:00:00Z')
    const { body } = await owner.get(SETTLEMENTS)
    expect((await owner.post(of(body.member[0], 'approve'))).status).toBe(200)
  })
})

describe('an ad_hoc rule', () => {
  const charge = (amount: number) => aCharge(owner, partner, { occurredAt: '2038-01-01T00:00:00Z', amount })
  const listProposals = async () =>
    (await owner.get(SETTLEMENTS)).body.member.map(({ status, totalAmount }: Record<string, unknown>) => [
      status,
      totalAmount,
    ])

  it('proposes at most one settlement of unsettled charges a day, and leaves its approval to a person', async () => {
    await at('2038-01-10T12:00:00Z', owner.tenant, (member) => aRule(member, { basis: 'ad_hoc', periodType: null }))
    await runAt('2038-01-10T12:15:00Z')
    expect(await listProposals()).toEqual([])
    await charge(100)
    await runAt('2038-01-10T23:45:00Z')
    expect(await listProposals()).toEqual([])
    await runAt('2038-01-11T00:00:00Z', 2)
    expect(await listProposals()).toEqual([['open', 100]])
    await charge(7)
    await runAt('2038-01-12T00:00:00Z', 2)
    expect(await listProposals()).toEqual([['open', 100]])
    const { body } = await owner.get(SETTLEMENTS)
    expect((await owner.post(of(body.member[0], 'approve'))).status).toBe(200)
    await runAt('2038-01-12T00:15:00Z')
    expect(await listProposals()).toEqual([['approved', 100]])
    await runAt('2038-01-13T00:00:00Z', 2)
    expect(await listProposals()).toEqual([
      ['open', 7],
      ['approved', 100],
    ])
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('proposes rejected charges again on the next day, together with new ones', async () => {
    await charge(100)
    await at('2038-02-10T12:00:00Z', owner.tenant, (member) => aRule(member, { basis: 'ad_hoc', periodType: null }))
    await runAt('2038-02-10T12:15:00Z')
    const { body } = await owner.get(SETTLEMENTS)
    await owner.post(of(body.member[0], 'reject'), { reason: 'A charge is missing' })
    await charge(11)
    await runAt('2038-02-10T13:00:00Z')
    expect(await listProposals()).toEqual([['rejected', 100]])
    await runAt('2038-02-11T00:00:00Z')
    expect(await listProposals()).toEqual([
      ['open', 111],
      ['rejected', 100],
    ])
  })
})
