import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../lib/platform/id.ts'
import { entriesOf } from '../audit/trail.ts'
import { aMember, type Member } from '../support/client.ts'
import { aSellingChannel, downstreamOf, hearing, orderOf } from './downstream.ts'
import { aManualChannel, aRow, importing, ordersOf } from './orders.ts'

const REASON = 'The customer ordered twice'
const AT = '2026-03-02T06:00:00Z'
const LATER = '2026-03-02T07:00:00Z'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const pathOf = ({ id }: { id: string }) => `/api/sales/orders/${id}`

const cancelling = (order: { id: string }, headers?: Record<string, string>, by = owner) =>
  by.post(`${pathOf(order)}/cancel`, { reason: REASON }, headers)

const holding = (channelId: string) =>
  owner.post('/api/sales/acceptance-rule-sets', {
    channelId,
    name: 'All',
    action: 'hold',
    conditions: [{ rules: [{ field: 'total', operator: 'exists' }] }],
  })

/** An order of a channel of its own that sells for a partner. */
const anOrder = async ({ isHeld = false, ...fields }: { isHeld?: boolean } & Record<string, unknown> = {}) => {
  const channel = await aSellingChannel(owner)
  if (isHeld) await holding(channel.id)
  const row = aRow({ modifiedAt: AT, ...fields })
  await importing(owner, channel.id, [row])
  return { channel, row, order: await orderOf(owner, channel.id, row.externalOrderId) }
}

const analytics = async (channel: { id: string }) =>
  (await owner.get(`/api/sales/channels/${channel.id}/analytics`)).body

describe('cancelling an order', () => {
  it('takes back what was owed, billable and earned, and keeps and tells the reason', async () => {
    const { channel, order } = await anOrder()
    expect(await downstreamOf(owner, channel.id, order.id)).toEqual({
      isUnbilled: true,
      owed: 2580,
      ready: 1,
      cancelled: [],
    })
    const { status, body } = await cancelling(order)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ '@type': 'Order', id: order.id, status: 'cancelled', cancellationReason: REASON }),
    ])
    expect((await owner.get(pathOf(order))).body).toMatchObject({
      status: 'cancelled',
      cancellationReason: REASON,
      decidedBy: order.decidedBy,
      total: 2580,
    })
    expect(await downstreamOf(owner, channel.id, order.id)).toEqual({
      isUnbilled: false,
      owed: 0,
      ready: 1,
      cancelled: [REASON],
    })
    expect(await analytics(channel)).toMatchObject({ totalOrdersImported: 1, ordersAccepted: 1, totalRevenue: 0 })
    expect((await ordersOf(owner, { channelId: channel.id, status: 'cancelled' })).total).toBe(1)
    expect((await ordersOf(owner, { channelId: channel.id, status: 'accepted' })).total).toBe(0)
    const entries = await entriesOf(owner, `resourceType=order&resourceId=${order.id}`)
    expect(JSON.stringify(entries.filter(({ actor }) => actor !== null))).toContain(REASON)
  })

  it('that is held ends the review', async () => {
    const { channel, order } = await anOrder({ isHeld: true })
    expect(order).toMatchObject({ status: 'held', cancellationReason: null })
    expect((await cancelling(order)).body.status).toBe('cancelled')
    expect(await downstreamOf(owner, channel.id, order.id)).toEqual({
      isUnbilled: false,
      owed: 0,
      ready: 0,
      cancelled: [REASON],
    })
    const accepted = await owner.post(`${pathOf(order)}/accept`)
    expect([accepted.status, accepted.body.detail]).toEqual([409, expect.stringContaining('is cancelled')])
  })

  it('is refused for one that is rejected or cancelled, and the answer names the state', async () => {
    const { order: rejected } = await anOrder({ isHeld: true })
    await owner.post(`${pathOf(rejected)}/reject`, { reason: 'No such street' })
    const { order: cancelled } = await anOrder()
    await cancelling(cancelled)
    for (const [order, state] of [
      [rejected, 'rejected'],
      [cancelled, 'cancelled'],
    ]) {
      const { status, body } = await cancelling(order)
      expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
      expect(body.detail).toContain(`The order is ${state}.`)
    }
  })

  it('needs a reason, and finds no order of another tenant', async () => {
    const { order } = await anOrder()
    for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 'x', why: 'y' }])
      expect((await owner.post(`${pathOf(order)}/cancel`, body)).status).toBe(400)
    const stranger = await aMember()
    const [foreign, missing] = [
      await cancelling(order, {}, stranger),
      await cancelling({ id: newId(new Date()) }, {}, stranger),
    ]
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect(foreign.body.detail).toBe(missing.body.detail)
    expect((await owner.get(pathOf(order))).body.status).toBe('accepted')
  })

  it('happens only to the revision that If-Match names', async () => {
    const { channel, row, order } = await anOrder()
    const { headers } = await owner.get(pathOf(order))
    await importing(owner, channel.id, [{ ...row, total: 100, modifiedAt: LATER }])
    const stale = await cancelling(order, { 'if-match': headers.ETag as string })
    expect([stale.status, (await owner.get(pathOf(order))).body.status]).toEqual([412, 'accepted'])
    const { headers: now } = await owner.get(pathOf(order))
    expect((await cancelling(order, { 'if-match': now.ETag as string })).status).toBe(200)
  })

  it('is final: the news of its shop change its fields, and neither its state nor the reason', async () => {
    const { channel, row, order } = await anOrder()
    await cancelling(order)
    await hearing(owner, channel.id, { ...row, status: 'processing', total: 999 }, { modifiedAt: LATER })
    const end = { isUnbilled: false, owed: 0, ready: 1, cancelled: [REASON] }
    expect((await owner.get(pathOf(order))).body).toMatchObject({
      status: 'cancelled',
      platformStatus: 'processing',
      total: 999,
      cancellationReason: REASON,
    })
    expect(await downstreamOf(owner, channel.id, order.id)).toEqual(end)
    await hearing(owner, channel.id, row, { modifiedAt: '2026-03-02T08:00:00Z', isCancelled: true })
    expect((await owner.get(pathOf(order))).body).toMatchObject({ status: 'cancelled', cancellationReason: REASON })
    expect(await downstreamOf(owner, channel.id, order.id)).toEqual(end)
    expect((await analytics(channel)).totalRevenue).toBe(0)
  })

  it('leaves an invoice that has the order as it is, and what the invoice gives back is not billable', async () => {
    const { channel, order } = await anOrder()
    const { body: invoice } = await owner.post('/api/billing/invoices', {
      partnerId: channel.partnerId,
      channelId: channel.id,
      dueDate: '2099-03-31',
      currencyCode: 'EUR',
      issueImmediately: true,
    })
    expect((await cancelling(order)).status).toBe(200)
    const invoicePath = `/api/billing/invoices/${invoice.id}`
    expect((await owner.get(invoicePath)).body).toMatchObject({
      status: 'issued',
      totalAmount: invoice.totalAmount,
      lineItems: [{}],
    })
    expect((await owner.post(`${invoicePath}/cancel`, { reason: REASON })).status).toBe(200)
    expect((await downstreamOf(owner, channel.id, order.id)).isUnbilled).toBe(false)
  })

  it('is an ability while the order is held or accepted', async () => {
    const { order } = await anOrder()
    const ask = async () => {
      const subject = `commerce:///sales/orders/${order.id}`
      const { body } = await owner.post('/api/auth/can', { subject, scopes: ['sales:order:cancel'] })
      return JSON.stringify(body)
    }
    const before = await ask()
    await cancelling(order)
    expect([before.includes('"allowed":true'), (await ask()).includes('"allowed":false')]).toEqual([true, true])
  })
})

describe('an order that is cancelled', () => {
  it('at once by several is cancelled by one', async () => {
    const { channel, order } = await anOrder()
    const answers = await Promise.all([1, 2, 3].map(() => cancelling(order)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await downstreamOf(owner, channel.id, order.id)).toEqual({
      isUnbilled: false,
      owed: 0,
      ready: 1,
      cancelled: [REASON],
    })
  })

  it('while it is accepted or rejected ends as one of them says, with all that follows from it', async () => {
    for (let round = 0; round < 6; round++) {
      const { channel, order } = await anOrder({ isHeld: true })
      const other = round % 2 ? 'accept' : 'reject'
      const [decided, cancelled] = await Promise.all([
        owner.post(`${pathOf(order)}/${other}`, other === 'reject' ? { reason: 'No' } : undefined),
        cancelling(order),
      ])
      const { status } = (await owner.get(pathOf(order))).body
      // Accepting may come first: an accepted order can be cancelled, and a rejected one cannot.
      expect(status).toBe(cancelled.status === 200 ? 'cancelled' : 'rejected')
      if (other === 'reject') expect([decided.status, cancelled.status].sort()).toEqual([200, 409])
      const { isUnbilled, owed, cancelled: told } = await downstreamOf(owner, channel.id, order.id)
      expect([isUnbilled, owed, told.length]).toEqual([false, 0, status === 'cancelled' ? 1 : 0])
    }
  })

  it('while a newer version is imported has its fields and is cancelled', async () => {
    for (let round = 0; round < 6; round++) {
      const { channel, row, order } = await anOrder()
      const newer = { ...row, total: 9000, modifiedAt: LATER }
      const [cancelled, imported] = await Promise.all([
        cancelling(order),
        round % 2
          ? importing(owner, channel.id, [newer]).then(({ body }) => body.updated)
          : hearing(owner, channel.id, newer, { modifiedAt: LATER }).then((result) => ('error' in result ? 0 : 1)),
      ])
      expect([cancelled.status, imported]).toEqual([200, 1])
      expect((await owner.get(pathOf(order))).body).toMatchObject({ status: 'cancelled', total: 9000 })
      expect(await downstreamOf(owner, channel.id, order.id)).toEqual({
        isUnbilled: false,
        owed: 0,
        ready: 1,
        cancelled: [REASON],
      })
      expect((await analytics(channel)).totalRevenue).toBe(0)
    }
  })

  it('while an invoice takes it is on the invoice or is not billable any more', async () => {
    for (let round = 0; round < 4; round++) {
      const { channel, order } = await anOrder()
      const [invoice, cancelled] = await Promise.all([
        owner.post('/api/billing/invoices', {
          partnerId: channel.partnerId,
          channelId: channel.id,
          dueDate: '2099-03-31',
          currencyCode: 'EUR',
        }),
        cancelling(order),
      ])
      expect(cancelled.status).toBe(200)
      expect([201, 409]).toContain(invoice.status)
      expect((await downstreamOf(owner, channel.id, order.id)).isUnbilled).toBe(false)
    }
  })
})

it('orders of a channel that is paused or disconnected can be cancelled', async () => {
  const channel = await aManualChannel(owner)
  const rows = [aRow(), aRow()]
  await importing(owner, channel.id, rows)
  for (const [place, action] of (['pause', 'disconnect'] as const).entries()) {
    await owner.post(`/api/sales/channels/${channel.id}/${action}`)
    const order = await orderOf(owner, channel.id, rows[place]?.externalOrderId as string)
    expect((await cancelling(order)).status).toBe(200)
  }
})
