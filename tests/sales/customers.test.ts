import { describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { packWithin } from '../../lib/platform/store/outlines/pack-outlines.ts'
import { aMember, type Member } from '../support/client.ts'
import { aManualChannel, aRow, importing, ordersOf } from './orders.ts'

interface Customer {
  id: string
  status: string
  name: string | null
  emails: string[]
  orderCount: number
  totals: { currency: string; orderCount: number; amount: number }[]
  note: string | null
  tags: string[]
  consents: { means: string; isGiven: boolean }[]
  mergedIntoId: string | null
  mergedIds: string[]
}

const listed = async (member: Member, query: Record<string, string> = {}): Promise<Customer[]> => {
  const { status, body } = await member.get(
    `/api/sales/customers?${new URLSearchParams({ itemsPerPage: '100', ...query })}`,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.totalItems).toBe(body.member.length)
  return body.member
}

const read = async (member: Member, id: string): Promise<Customer> =>
  (await member.get(`/api/sales/customers/${id}`)).body

const of = (email: string | null, more: object = {}) => aRow({ customer: { name: 'Ada Lovelace', email }, ...more })

const imports = async (member: Member, channelId: string, rows: object[]) => {
  const { body } = await importing(member, channelId, rows)
  expect(body, JSON.stringify(body)).toMatchObject({ failed: 0 })
  return body
}

const merging = (member: Member, id: string, customerIds: string[], more = '') =>
  member.post(`/api/sales/customers/${id}/merge${more}`, { customerIds })

/** A member with a customer for each of some addresses, in channels of their own. */
const withCustomers = async (emails: readonly string[]) => {
  const member = await aMember()
  const made: { id: string; channelId: string; email: string }[] = []
  for (const email of emails) {
    const { id: channelId } = await aManualChannel(member)
    await imports(member, channelId, [of(email)])
    const [found] = await listed(member, { channelId })
    made.push({ id: found?.id ?? '', channelId, email })
  }
  return { member, made }
}

describe('The customers of orders', () => {
  it('are the same for spellings of an address that reach one mailbox', async () => {
    const member = await aMember()
    const { id: channelId } = await aManualChannel(member)
    const spellings = [
      ['ada@example.com', 'Ada@Example.COM', ' ada@example.com\u200b', 'ada@example.com.'],
      ['zoe\u0308@example.com', 'ZO\u00cb@example.com'],
      // The label that RFC 5891 makes of the name.
      ['bob@m\u00fcnchen.example', 'bob@xn--mnchen-3ya.example', 'BOB@M\u00dcNCHEN.example'],
      // Dots and tags reach other mailboxes in most mail systems.
      ['a.da@example.com'],
      ['ada+tea@example.com'],
    ]
    await imports(
      member,
      channelId,
      spellings.flat().map((email) => of(email)),
    )
    const customers = await listed(member)
    expect(customers.map(({ orderCount }) => orderCount).sort()).toEqual([1, 1, 2, 3, 4])
    for (const same of spellings)
      for (const email of same)
        expect(await listed(member, { email: email.replace('\u200b', '').trim().replace(/\.$/, '') })).toMatchObject([
          { orderCount: same.length },
        ])
  })

  it('are apart in each channel until somebody merges them', async () => {
    const { member, made } = await withCustomers(['ada@example.com', 'ada@example.com'])
    const [first, second] = made as [(typeof made)[0], (typeof made)[0]]
    expect(await listed(member, { email: 'ada@example.com' })).toHaveLength(2)
    await member.patch(`/api/sales/customers/${second.id}`, { tags: ['Wholesale'], note: 'Pays late' })

    const tried = await merging(member, first.id, [second.id], '?dryRun=true')
    expect(tried.body).toMatchObject({ orderCount: 2, tags: ['Wholesale'] })
    expect(await listed(member)).toHaveLength(2)

    const { body } = await merging(member, first.id, [second.id])
    expect(body).toMatchObject({ orderCount: 2, tags: ['Wholesale'], note: 'Pays late', mergedIds: [second.id] })
    expect(await listed(member, { tag: 'wholesale' })).toMatchObject([{ id: first.id }])
    expect(await listed(member, { channelId: second.channelId })).toMatchObject([{ id: first.id }])
    expect(await read(member, second.id)).toMatchObject({ status: 'merged', mergedIntoId: first.id, orderCount: 0 })

    await imports(member, second.channelId, [of('ADA@example.com')])
    expect(await listed(member)).toMatchObject([{ id: first.id, orderCount: 3 }])
    expect((await ordersOf(member, { customerId: first.id })).total).toBe(3)
  })

  it('are one for orders of a new customer that are imported at the same time', async () => {
    const member = await aMember()
    const { id: channelId } = await aManualChannel(member)
    await Promise.all(
      Array.from({ length: 6 }, () => imports(member, channelId, [of('new@example.com'), of('new@example.com')])),
    )
    expect(await listed(member)).toMatchObject([
      { orderCount: 12, totals: [{ currency: 'EUR', orderCount: 12, amount: 12 * 2580 }] },
    ])
    const { orders } = await ordersOf(member, {})
    expect(new Set(orders.map((order) => (order as { customerId?: string }).customerId)).size).toBe(1)
  })

  it('are owed nothing twice: changes, refunds and cancellations change the total once', async () => {
    const member = await aMember()
    const { id: channelId } = await aManualChannel(member)
    const row = of('ada@example.com', { modifiedAt: '2026-03-01T10:00:00Z' })
    const yen = of('ada@example.com', { currency: 'JPY', total: 900 })
    await imports(member, channelId, [row, yen])
    const later = { ...row, total: 2000, modifiedAt: '2026-03-02T10:00:00Z' }
    for (const _twice of [1, 2]) await imports(member, channelId, [later])
    const refunded = {
      ...later,
      refunds: [{ externalRefundId: 'R1', amount: 500, refundedAt: '2026-03-03T09:00:00Z' }],
      modifiedAt: '2026-03-03T10:00:00Z',
    }
    for (const _twice of [1, 2]) await imports(member, channelId, [refunded])
    const [customer] = await listed(member)
    expect(customer).toMatchObject({
      orderCount: 2,
      totals: [
        { currency: 'EUR', orderCount: 1, amount: 1500 },
        { currency: 'JPY', orderCount: 1, amount: 900 },
      ],
    })
    const { orders } = await ordersOf(member, { currency: 'JPY' })
    await member.post(`/api/sales/orders/${orders[0]?.id}/cancel`, { reason: 'Ordered twice' })
    expect(await read(member, customer?.id ?? '')).toMatchObject({
      orderCount: 2,
      totals: [{ currency: 'EUR', amount: 1500 }],
    })
  })

  it('are of their own for orders that name somebody without an address', async () => {
    const member = await aMember()
    const { id: channelId } = await aManualChannel(member)
    const called = { customer: { name: 'Ada Lovelace', phone: '+49 40 123456' } }
    const rows = [aRow(called), aRow(called), aRow(), aRow({ shippingAddress: { countryCode: 'DE' } })]
    await imports(member, channelId, rows)
    expect(await listed(member)).toMatchObject([
      { orderCount: 1, emails: [] },
      { orderCount: 1, phone: '+49 40 123456' },
    ])
    const { orders } = await ordersOf(member, {})
    expect(orders.filter((order) => (order as { customerId?: string | null }).customerId === null)).toHaveLength(2)
  })

  it('follow an address that is corrected', async () => {
    const member = await aMember()
    const { id: channelId } = await aManualChannel(member)
    await imports(member, channelId, [of('adda@example.com'), of('ada@example.com')])
    const { orders } = await ordersOf(member, { customerEmail: 'adda@example.com' })
    await member.patch(`/api/sales/orders/${orders[0]?.id}`, {
      customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    })
    expect(await listed(member, { email: 'ada@example.com' })).toMatchObject([{ orderCount: 2 }])
    expect(await listed(member, { email: 'adda@example.com' })).toMatchObject([{ orderCount: 0, totals: [] }])
  })

  it('are found by words, tags and addresses, packed or not', async () => {
    const { member, made } = await withCustomers(['ada@example.com', 'bob@example.com', 'eve@example.com'])
    await member.patch(`/api/sales/customers/${made[1]?.id}`, { name: 'Bob Martin', tags: ['VIP'] })
    for (const _packed of [false, true]) {
      expect(await listed(member, { name: 'mart' })).toMatchObject([{ id: made[1]?.id }])
      expect(await listed(member, { tag: 'vip' })).toMatchObject([{ id: made[1]?.id }])
      expect(await listed(member, { email: 'EVE@example.com' })).toMatchObject([{ id: made[2]?.id }])
      expect((await listed(member)).map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse())
      await packWithin(app(), { tenant: member.tenant, kind: 'customer' }, { minPacked: 1 })
    }
  })

  it('keep their addresses, each once', async () => {
    const member = await aMember()
    const { id: channelId } = await aManualChannel(member)
    const home = { line1: 'Speicherstadt 1', city: 'Hamburg', countryCode: 'DE' }
    const work = { line1: 'Werk 2', city: 'Bremen', countryCode: 'DE' }
    for (const shippingAddress of [home, work, home])
      await imports(member, channelId, [of('ada@example.com', { shippingAddress })])
    const [customer] = await listed(member)
    const { body } = await member.get(`/api/sales/customers/${customer?.id}/addresses`)
    expect(body.member).toMatchObject([{ address: home }, { address: work }])
  })
})

describe('Merging customers', () => {
  it('loses no order, whatever is merged and imported at the same time', async () => {
    const { member, made } = await withCustomers(['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'])
    const [a, b, c, d] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0], (typeof made)[0]]
    const answers = await Promise.all([
      merging(member, a.id, [b.id]),
      merging(member, b.id, [a.id]),
      merging(member, c.id, [b.id]),
      merging(member, d.id, [c.id]),
      ...made.map(({ channelId, email }) => imports(member, channelId, [of(email)])),
    ])
    expect(
      answers
        .slice(0, 4)
        .map((answer) => (answer as { status: number }).status)
        .filter((status) => status !== 200 && status !== 409),
    ).toEqual([])
    const customers = await listed(member)
    expect(customers.reduce((sum, { orderCount }) => sum + orderCount, 0)).toBe(8)
    for (const { id, orderCount } of customers)
      expect((await ordersOf(member, { customerId: id })).total).toBe(orderCount)
    const merged = await listed(member, { status: 'merged' })
    expect(merged.length + customers.length).toBe(4)
    for (const { mergedIntoId } of merged) expect(customers.map(({ id }) => id)).toContain(mergedIntoId)
  })

  it('keeps what one of them refused, and refuses what cannot be merged', async () => {
    const { member, made } = await withCustomers(['a@example.com', 'b@example.com', 'c@example.com'])
    const [a, b, c] = made.map(({ id }) => id) as [string, string, string]
    const said = (isGiven: boolean) => ({ consents: [{ means: 'email', isGiven, source: null }] })
    await member.patch(`/api/sales/customers/${a}`, said(true))
    await member.patch(`/api/sales/customers/${b}`, said(false))
    expect((await merging(member, a, [a])).status).toBe(400)
    expect((await merging(member, a, ['01K7ABCDEFGHJKMNPQRSTVWXYZ'])).status).toBe(400)
    expect((await merging(member, a, [b])).body.consents).toMatchObject([{ means: 'email', isGiven: false }])
    expect((await merging(member, c, [b])).status).toBe(409)
    expect((await merging(member, c, [a])).body).toMatchObject({
      orderCount: 3,
      mergedIds: expect.arrayContaining([a, b]),
    })
    expect(await read(member, b)).toMatchObject({ mergedIntoId: c })
    expect((await member.patch(`/api/sales/customers/${a}`, { note: 'Late' })).status).toBe(409)
  })
})
