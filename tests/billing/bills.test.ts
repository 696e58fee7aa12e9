import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../lib/platform/id.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { listEvents } from './events.ts'

const BILLS = '/api/billing/bills'

let owner: Member
let partner: { id: string; name: string }
beforeAll(async () => {
  owner = await aMember()
  partner = await aPartner(owner)
})

const paths = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)

let made = 0
const given = (fields: object = {}) => ({
  partnerId: partner.id,
  billNumber: `R-${++made}`,
  currency: 'EUR',
  totalAmount: 11_900,
  issuedAt: '2026-03-01',
  dueAt: '2026-03-31',
  ...fields,
})

describe('a bill', () => {
  it('is recorded as received with all of its fields, and emits an event', async () => {
    const { status, body } = await owner.post(BILLS, given({ subtotal: 10_000, taxTotal: 1900, subject: 'Freight' }))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      '@type': 'Bill',
      tenantId: owner.tenant,
      partnerId: partner.id,
      partnerName: partner.name,
      billNumber: `R-${made}`,
      currency: 'EUR',
      totalAmount: 11_900,
      subtotal: 10_000,
      taxTotal: 1900,
      adjustments: [],
      subject: 'Freight',
      selfBilled: false,
      status: 'received',
      issuedAt: '2026-03-01T00:00:00.000Z',
      dueAt: '2026-03-31T00:00:00.000Z',
      paidAt: null,
      approvedBy: null,
    })
    const events = await listEvents(owner.tenant, 'finance.bill.received', body.id)
    expect(events.map(({ data }) => data)).toMatchObject([{ billId: body.id, totalAmount: 11_900, selfBilled: false }])
  })

  it('keeps its adjustments and whether it is self-billed', async () => {
    const adjustments = [
      { description: 'Discount for early payment', amount: '-250' },
      { description: 'Fuel surcharge', amount: '400', reference: 'F-7' },
    ]
    const { status, body } = await owner.post(BILLS, given({ adjustments, selfBilled: true }))
    expect(status).toBe(201)
    expect(body).toMatchObject({ adjustments, selfBilled: true, totalAmount: 11_900 })
    const events = await listEvents(owner.tenant, 'finance.bill.received', body.id)
    expect(events.map(({ data }) => data)).toMatchObject([{ billId: body.id, selfBilled: true }])
    const listed = (await owner.get(`${BILLS}?itemsPerPage=1`)).body.member[0]
    expect(listed).toMatchObject({ id: body.id, adjustments, selfBilled: true })
    const wrong = await owner.post(
      BILLS,
      given({ selfBilled: 'yes', adjustments: [{ amount: 5 }, {}, { ' ': 'x' }, { description: 'x'.repeat(501) }] }),
    )
    expect(wrong.status).toBe(400)
    expect(paths(wrong)).toEqual(expect.arrayContaining(['selfBilled', 'adjustments[0].amount', 'adjustments[1]']))
    const many = Array.from({ length: 51 }, () => ({ description: 'x' }))
    expect(paths(await owner.post(BILLS, given({ adjustments: many })))).toEqual(['adjustments'])
  })

  it('reads dates as days in the tenant’s time zone', async () => {
    const member = await aMember()
    await member.put('/api/configuration/settings/bulk', {
      settings: [{ key: 'general.timezone', value: 'Europe/Berlin' }],
    })
    const { id: partnerId } = await aPartner(member)
    const { body } = await member.post(BILLS, given({ partnerId, dueAt: '2026-03-31T12:00:00-05:00' }))
    expect(body).toMatchObject({ issuedAt: '2026-02-28T23:00:00.000Z', dueAt: '2026-03-31T17:00:00.000Z' })
    const day = (await member.post(BILLS, given({ partnerId }))).body
    expect(day.dueAt).toBe('2026-03-30T22:00:00.000Z')
    const events = await listEvents(member.tenant, 'finance.bill.received', day.id)
    expect(events.map(({ data }) => data)).toMatchObject([{ dueDate: '2026-03-31' }])
  })

  it('is rejected with all violations at once', async () => {
    expect(
      paths(
        await owner.post(BILLS, given({ totalAmount: 0, currency: 'euro', issuedAt: 'soon', billNumber: ' ' })),
      )?.sort(),
    ).toEqual(['billNumber', 'currency', 'issuedAt', 'totalAmount'])
    expect(paths(await owner.post(BILLS, given({ issuedAt: '2026-02-30', dueAt: '2026-13-01T00:00:00Z' })))).toEqual([
      'issuedAt',
      'dueAt',
    ])
    expect(paths(await owner.post(BILLS, given({ dueAt: '2026-02-28', subtotal: 1, taxTotal: 1 })))).toEqual([
      'dueAt',
      'totalAmount',
    ])
    expect(paths(await owner.post(BILLS, given({ partnerId: newId(new Date()) })))).toEqual(['partnerId'])
    expect((await owner.post(BILLS, given({ subtotal: 1 }))).status).toBe(201)
  })

  it.each([
    ['a subtotal above the total', { subtotal: 11_901 }, ['subtotal']],
    ['a tax above the total', { taxTotal: 11_901, subtotal: null }, ['taxTotal']],
    ['parts above the total', { subtotal: 11_901, taxTotal: 11_901 }, ['totalAmount']],
    ['parts below the total', { subtotal: 0, taxTotal: 0 }, ['totalAmount']],
    ['parts below 0 that add up', { subtotal: 12_000, taxTotal: -100 }, ['taxTotal']],
    [
      'a tax above the total and a date before the issue',
      { taxTotal: 11_901, dueAt: '2026-02-28' },
      ['dueAt', 'taxTotal'],
    ],
  ])('is rejected with %s', async (_what, fields, wrong) => {
    const { status, body } = await owner.post(BILLS, given(fields))
    expect([status, paths({ body })]).toEqual([400, wrong])
  })

  it.each([
    [{ subtotal: 11_900 }],
    [{ taxTotal: 11_900 }],
    [{ subtotal: 11_900, taxTotal: 0 }],
    [{ subtotal: 0, taxTotal: 11_900 }],
  ])('may consist of %j alone', async (fields) => {
    expect((await owner.post(BILLS, given(fields))).status).toBe(201)
  })

  it('is unique by partner and number, ignoring spaces and case, also when it is sent twice at once', async () => {
    const first = (await owner.post(BILLS, given({ billNumber: 'Straße-7' }))).body
    for (const billNumber of ['Straße-7', ' straße-7 ', 'STRAßE-7', 'STRASSE-7', 'ＳＴＲＡＳＳＥ－７']) {
      const { body } = await owner.post(BILLS, given({ billNumber }))
      expect(body).toMatchObject({
        status: 409,
        errorCode: 'ALREADY_EXISTS',
        detail: expect.stringContaining(first.id),
      })
    }
    const { id: partnerId } = await aPartner(owner)
    expect((await owner.post(BILLS, given({ billNumber: 'Straße-7', partnerId }))).status).toBe(201)
    const answers = await Promise.all([1, 2, 3].map(() => owner.post(BILLS, given({ billNumber: 'Twin' }))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  it('is returned again for the same Idempotency-Key', async () => {
    const body = given()
    const key = { 'idempotency-key': 'bill-1' }
    const [first, second] = [await owner.post(BILLS, body, key), await owner.post(BILLS, body, key)]
    expect(second.body).toEqual(first.body)
    expect(second.headers['Idempotency-Replayed']).toBe('true')
  })
})

it('filters the list by partner and status', async () => {
  const member = await aMember()
  const [a, b] = [await aPartner(member), await aPartner(member)]
  const ids: string[] = []
  for (const partnerId of [a.id, b.id, a.id]) ids.unshift((await member.post(BILLS, given({ partnerId }))).body.id)
  const listed = async (query: string) =>
    (await member.get(`${BILLS}?${query}`)).body.member.map(({ id }: { id: string }) => id)
  expect(await listed('')).toEqual(ids)
  expect(await listed(`partnerId=${a.id}&status=received`)).toEqual([ids[0], ids[2]])
  expect(await listed('status=paid')).toEqual([])
})
