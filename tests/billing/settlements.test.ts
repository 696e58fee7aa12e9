import { beforeEach, describe, expect, it } from 'vitest'
import { newId, toUuid } from '../../lib/platform/id.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { listEvents } from './events.ts'
import { aCharge, aLine, findFaults, MARCH, of, readBooks, SETTLEMENTS, set, settle } from './settling.ts'

let owner: Member
let partner: string
beforeEach(async () => {
  owner = await aMember()
  partner = (await aPartner(owner)).id
})

const paths = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath).sort()

const got = async (settlement: { id: string }) => (await owner.get(of(settlement))).body

const SUBJECT = 'commerce:///shipping/shipments/01K9ZB4A7M2C5X8V1B6N3Q0W4E'

describe('creating a settlement', () => {
  it('settles the partner’s charges in the currency, each in a line, and assigns a number', async () => {
    const credit = await aCharge(owner, partner)
    const debit = await aCharge(owner, partner, { amount: -1250, scope: 'shipping', subject: SUBJECT })
    await aCharge(owner, partner, { currency: 'USD' })
    await aCharge(owner, (await aPartner(owner)).id)
    const { status, body, headers } = await settle(owner, partner)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      '@type': 'Settlement',
      tenantId: owner.tenant,
      partnerId: partner,
      settlementNumber: expect.stringMatching(/^SET-\d{4}-00001$/),
      periodType: null,
      periodStartDate: null,
      periodEndDate: null,
      currency: 'EUR',
      status: 'open',
      totalAmount: 3000,
      totalCredits: 4250,
      totalDebits: 1250,
      lineItemCount: 2,
      adjustments: [],
      approvedBy: null,
      paidAt: null,
    })
    const amounts = body.lineItems.map(({ type, amount, subject }: Record<string, unknown>) => [type, amount, subject])
    expect(amounts).toEqual([
      ['credit', 4250, null],
      ['debit', 1250, 'commerce:///shipping/shipments/01K9ZB4A7M2C5X8V1B6N3Q0W4E'],
    ])
    expect(await got(body)).toEqual(body)
    expect((await owner.get(headers.Location as string)).headers.ETag).toBe(headers.ETag)
    for (const { id } of [credit, debit])
      expect((await owner.get(`/api/billing/charges/${id}`)).body.settlementId).toBe(body.id)
    expect(await listEvents(owner.tenant, 'finance.settlement.created', body.id)).toMatchObject([
      { data: { settlementNumber: body.settlementNumber, totalAmount: 3000, partnerId: partner } },
    ])
    expect(JSON.stringify(body)).not.toContain(credit.id)
  })

  it('includes charges from the first to the last day of its period in the tenant’s time zone', async () => {
    await set(owner, { 'general.timezone': 'Pacific/Auckland' })
    const at = (occurredAt: string, amount: number) => aCharge(owner, partner, { occurredAt, amount })
    await at('2026-02-28T10:59:59Z', 1)
    await at('2026-02-28T11:00:00Z', 10)
    await at('2026-03-31T10:59:59Z', 100)
    await at('2026-03-31T11:00:00Z', 1000)
    const { body } = await settle(owner, partner, { basis: 'period', period: MARCH })
    expect(body.totalAmount).toBe(110)
    expect(body).toMatchObject({ periodType: 'monthly', periodStartDate: '2026-03-01', periodEndDate: '2026-03-31' })
    expect((await settle(owner, partner)).body.totalAmount).toBe(1001)
  })

  it('includes no future charges without a period', async () => {
    await aCharge(owner, partner, { occurredAt: '2099-01-01T00:00:00Z' })
    expect((await settle(owner, partner)).body.lineItemCount).toBe(0)
  })

  it('is limited to its scopes', async () => {
    for (const [scope, amount] of Object.entries({ storage: 1, shipping: 10, sales: 100 }))
      await aCharge(owner, partner, { scope, amount })
    const { body } = await settle(owner, partner, { scopes: ['shipping', 'sales', 'shipping'] })
    expect(body.totalAmount).toBe(110)
    expect((await settle(owner, partner, { scopes: [] })).body.totalAmount).toBe(1)
  })

  it('answers all violations of its period at once', async () => {
    const asked = (period: object | null, basis = 'period') => settle(owner, partner, { basis, period })
    expect(paths(await asked(null))).toEqual(['period'])
    expect(paths(await settle(owner, partner, { basis: 'period' }))).toEqual(['period'])
    expect(paths(await asked({ startDate: '2026-03-02', endDate: '2026-03-01' }))).toEqual(['period.endDate'])
    expect(paths(await asked({ startDate: '1999-03-02', endDate: '2200-03-01' }, 'ad_hoc'))).toEqual([
      'period.endDate',
      'period.startDate',
    ])
    expect(paths(await asked({ startDate: '9999-12-31', endDate: '9999-12-31', type: 'weekly' }))).toHaveLength(2)
    // 2026-03-03 is a Tuesday.
    expect(paths(await asked({ type: 'weekly', startDate: '2026-03-03', endDate: '2026-03-09' }))).toEqual([
      'period.startDate',
    ])
    expect(paths(await asked({ type: 'bi_weekly', startDate: '2026-03-02', endDate: '2026-03-08' }))).toEqual([
      'period.endDate',
    ])
    expect(paths(await asked({ type: 'monthly', startDate: '2026-02-01', endDate: '2026-03-01' }))).toEqual([
      'period.endDate',
    ])
    for (const period of [
      { type: 'weekly', startDate: '2026-03-02', endDate: '2026-03-08' },
      { type: 'bi_weekly', startDate: '2026-03-09', endDate: '2026-03-22' },
      { type: 'monthly', startDate: '2028-02-01', endDate: '2028-02-29' },
      { startDate: '2026-03-25', endDate: '2026-03-25' },
    ])
      expect((await asked(period)).status).toBe(201)
  })

  it('requires an existing partner, currency, basis and scopes', async () => {
    expect(paths(await settle(owner, newId(new Date())))).toEqual(['partnerId'])
    expect(paths(await settle(owner, partner, { currency: 'XQQ' }))).toEqual(['currency'])
    expect(paths(await settle(owner, partner, { basis: 'daily', scopes: [' rent'] }))).toEqual(['basis', 'scopes[0]'])
  })

  it('happens once for an Idempotency-Key, and answers the same lines again', async () => {
    await aCharge(owner, partner)
    const key = { 'idempotency-key': 'march' }
    const [first, again] = [await settle(owner, partner, {}, key), await settle(owner, partner, {}, key)]
    expect(again.body).toEqual(first.body)
    expect((await owner.get(SETTLEMENTS)).body.totalItems).toBe(1)
  })

  it('leaves out charges whose total would be too large', async () => {
    for (let i = 0; i < 2; i++) await aCharge(owner, partner, { amount: Number.MAX_SAFE_INTEGER })
    const { status, body } = await settle(owner, partner)
    expect([status, body.lineItemCount]).toEqual([201, 0])
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })
})

describe('a period', () => {
  const asked = (fields: object = {}) => settle(owner, partner, { basis: 'period', period: MARCH, ...fields })

  it('is settled once for the same partner, basis, currency and scopes', async () => {
    const scopes = ['storage', 'sales']
    const { body } = await asked({ scopes })
    for (const period of [
      MARCH,
      { startDate: '2026-03-31', endDate: '2026-04-30' },
      { startDate: '2026-01-01', endDate: '2026-03-01' },
      { startDate: '2026-03-10', endDate: '2026-03-10' },
      { startDate: '2026-01-01', endDate: '2026-12-31' },
    ]) {
      const refused = await asked({ scopes: ['sales', 'storage'], period })
      expect([refused.status, refused.body.errorCode]).toEqual([409, 'ALREADY_EXISTS'])
      expect(refused.body.detail).toContain(body.settlementNumber)
    }
    for (const fields of [
      { scopes, period: { startDate: '2026-02-01', endDate: '2026-02-28' } },
      { scopes, period: { startDate: '2026-04-01', endDate: '2026-04-30' } },
      { scopes, currency: 'USD' },
      { scopes, basis: 'per_job' },
      { scopes: ['sales'] },
      { scopes: [] },
      { scopes, partnerId: (await aPartner(owner)).id },
    ])
      expect((await asked(fields)).status).toBe(201)
    expect((await asked({ scopes: ['sales', 'storage', 'fulfilment', 'shipping', 'returns', 'manual'] })).status).toBe(
      409,
    )
  })

  it('can be settled again once its settlement is rejected', async () => {
    const { body } = await asked()
    await owner.post(of(body, 'reject'), { reason: 'Wrong' })
    expect((await asked()).status).toBe(201)
    expect((await asked()).status).toBe(409)
  })

  it.each([0, 5])('is settled once with %d charges, however many requests arrive at the same time', async (number) => {
    for (let i = 0; i < number; i++) await aCharge(owner, partner)
    const periods = [MARCH, { startDate: '2026-03-15', endDate: '2026-04-15' }, MARCH, MARCH]
    const answers = await Promise.all(periods.map((period) => asked({ period })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })
})

describe('a charge', () => {
  it('is in one live settlement, however many are created at once', async () => {
    for (let i = 0; i < 8; i++) await aCharge(owner, partner, { amount: i + 1 })
    const bases = ['ad_hoc', 'per_job', 'on_demand', 'ad_hoc', 'ad_hoc']
    const made = await Promise.all(bases.map((basis) => settle(owner, partner, { basis })))
    expect(made.map(({ status }) => status)).toEqual(bases.map(() => 201))
    expect(made.map(({ body }) => body.totalAmount).sort()).toEqual([0, 0, 0, 0, 36])
    const numbers = made.map(({ body }) => Number(body.settlementNumber.slice(-5)))
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5])
    expect((await owner.get('/api/billing/number-audit?series=settlement')).body).toMatchObject({ isComplete: true })
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('cannot be changed while it is settled, and is available again once the settlement is rejected', async () => {
    const { id } = await aCharge(owner, partner)
    const { body } = await settle(owner, partner)
    expect((await owner.patch(`/api/billing/charges/${id}`, { amount: 1 })).status).toBe(409)
    await owner.post(of(body, 'reject'), { reason: 'Wrong' })
    const freed = await owner.patch(`/api/billing/charges/${id}`, { amount: 1 })
    expect(freed.body).toMatchObject({ amount: 1, settlementId: null })
    expect(await got(body)).toMatchObject({ status: 'rejected', totalAmount: 4250, lineItemCount: 1 })
    expect((await settle(owner, partner)).body.totalAmount).toBe(1)
  })
})

describe('an added line', () => {
  it('counts as a credit, a debit or an adjustment in both directions', async () => {
    const { body } = await settle(owner, partner)
    const add = (fields: object) => owner.post(of(body, 'line-items'), aLine(fields))
    const occurred = { subject: 'order:7', chargeType: 'damage', itemOccurredAt: '2026-03-01T10:00:00+02:00' }
    await add({ amount: 1000, ...occurred, metadata: { agreedWith: 'Zofia' } })
    await add({ type: 'debit', amount: 300 })
    await add({ type: 'adjustment', amount: -50 })
    const { status, body: last } = await add({ type: 'adjustment', amount: 8, itemOccurredAt: null, subject: null })
    expect(status).toBe(200)
    expect(last).toMatchObject({ totalCredits: 1000, totalDebits: 300, totalAmount: 658, lineItemCount: 4 })
    expect(last.lineItems[0]).toMatchObject({
      ...aLine({ amount: 1000 }),
      subject: 'order:7',
      occurredAt: '2026-03-01T08:00:00.000Z',
      metadata: { agreedWith: 'Zofia' },
    })
    expect(last.adjustments.map(({ amount }: { amount: string }) => amount)).toEqual(['-50', '8'])
    expect(await got(body)).toEqual(last)
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('has a subject that is the URI of a resource if it begins like one, with ids in either spelling', async () => {
    const { body } = await settle(owner, partner)
    const add = (fields: object) => owner.post(of(body, 'line-items'), aLine(fields))
    const id = newId(new Date())
    const { status, body: last } = await add({ subject: `commerce:///sales/orders/${toUuid(id)}` })
    expect([status, last.lineItems[0].subject]).toEqual([200, `commerce:///sales/orders/${id}`])
    for (const subject of [`commerce:///sales/order/${id}`, 'commerce:///sales/orders/7', 'commerce:order:7'])
      expect(paths(await add({ subject, amount: -1 }))).toEqual(['amount', 'subject'])
    expect(await got(body)).toEqual(last)
  })

  it('must have the currency of the settlement and, unless it is an adjustment, an amount above 0', async () => {
    const { body } = await settle(owner, partner)
    const add = (fields: object) => owner.post(of(body, 'line-items'), aLine(fields))
    expect(paths(await add({ currency: 'USD', amount: -1 }))).toEqual(['amount', 'currency'])
    expect(paths(await add({ type: 'debit', amount: 0 }))).toEqual(['amount'])
    expect(paths(await add({ description: 'x'.repeat(501), type: 'fee' }))).toEqual(['description', 'type'])
    await add({ amount: Number.MAX_SAFE_INTEGER })
    expect(paths(await add({ amount: 1 }))).toEqual(['amount'])
    expect(await got(body)).toMatchObject({ lineItemCount: 1 })
  })

  it('occurred at a time, or on a day that begins where the tenant is', async () => {
    await set(owner, { 'general.timezone': 'Europe/Berlin' })
    const { body } = await settle(owner, partner)
    const add = (itemOccurredAt: string) => owner.post(of(body, 'line-items'), aLine({ itemOccurredAt }))
    expect((await add('2026-03-01')).body.lineItems[0].occurredAt).toBe('2026-02-28T23:00:00.000Z')
    for (const wrong of ['2026-02-30', '2026-02-30T10:00:00Z', '2026-03'])
      expect(paths(await add(wrong))).toEqual(['itemOccurredAt'])
  })

  it('is rejected once the settlement is decided', async () => {
    for (const [action, sent] of [
      ['approve', {}],
      ['reject', { reason: 'Wrong' }],
    ] as const) {
      const { body } = await settle(owner, partner)
      await owner.post(of(body, action), sent)
      const { status, body: refused } = await owner.post(of(body, 'line-items'), aLine())
      expect([status, refused.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    }
  })

  it('makes an approval with an older If-Match fail', async () => {
    const { body, headers } = await settle(owner, partner)
    await owner.post(of(body, 'line-items'), aLine())
    const seen = { 'if-match': headers.ETag as string }
    expect((await owner.post(of(body, 'approve'), {}, seen)).status).toBe(412)
    const { headers: now } = await owner.get(of(body))
    expect((await owner.post(of(body, 'approve'), {}, { 'if-match': now.ETag as string })).status).toBe(200)
  })
})

it('filters the list by partner, status and period type', async () => {
  const other = (await aPartner(owner)).id
  const made: { partnerId: string; status: string; periodType: string | null; id: string }[] = []
  for (const partnerId of [partner, other])
    for (const period of [null, MARCH]) {
      const { body } = await settle(owner, partnerId, { period })
      made.unshift(period ? (await owner.post(of(body, 'approve'))).body : body)
    }
  for (const partnerId of ['', partner])
    for (const status of ['', 'open', 'approved', 'paid'])
      for (const periodType of ['', 'monthly', 'weekly']) {
        const query = Object.entries({ partnerId, status, periodType }).filter(([, value]) => value)
        const { body } = await owner.get(`${SETTLEMENTS}?${new URLSearchParams(query)}`)
        const expected = made.filter((each) => query.every(([name, value]) => each[name as 'status'] === value))
        expect(body.member.map(({ id }: { id: string }) => id)).toEqual(expected.map(({ id }) => id))
        expect(body.totalItems).toBe(expected.length)
      }
  expect((await owner.get(SETTLEMENTS)).body.member[0].lineItems).toEqual([])
})
