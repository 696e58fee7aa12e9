import { beforeEach, describe, expect, it } from 'vitest'
import {
  anInternal,
  aPolicy,
  ORDERS as FULFILMENT_ORDERS,
  ordersOf as fulfilmentOrdersOf,
  INCIDENTS,
  settled,
  statusOf,
  stocking,
  stockOf,
} from '../fulfilment/fulfilling.ts'
import { anAccepted } from '../parcels/telling.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aSellingChannel, downstreamOf, orderOf } from './downstream.ts'
import { aRow, importing } from './orders.ts'

const ORDERS = '/api/sales/orders'
const REASON = { reason: 'The customer wants to add something' }

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 6, minute)).toISOString()

/** An order of three pieces that a custodian without a system fulfils, in a channel with a seller. */
const placing = async (fields: object = {}, orderSettings?: object) => {
  await aPolicy(owner)
  const custodian = await anInternal(owner)
  const variant = await aVariant(owner)
  const stock = await stocking(owner, variant.id, custodian.id, 10)
  const channel = await aSellingChannel(owner)
  if (orderSettings) await owner.patch(`/api/sales/channels/${channel.id}`, { orderSettings })
  const lineItems = [{ externalLineId: '1', sku: variant.sku, name: 'Tea', quantity: 3, total: 2580 }]
  const row = aRow({ total: 2580, lineItems, modifiedAt: at(1), ...fields })
  await importing(owner, channel.id, [row])
  await settled()
  const { id } = await orderOf(owner, channel.id, row.externalOrderId)
  return { id: id as string, channel, row: { ...row, lineItems }, stock }
}

const act = async (id: string, action: 'hold' | 'release' | 'accept' | 'cancel', body: object = REASON) => {
  const answer = await owner.post(
    `${ORDERS}/${id}/${action}`,
    ...(action === 'hold' || action === 'cancel' ? [body] : []),
  )
  await settled()
  return answer
}
const statesOf = async (id: string) =>
  (await fulfilmentOrdersOf(owner, id)).map(({ status }: { status: string }) => status)
const handOver = async (orderId: string, quantity: number) => {
  const [{ id, lines }] = await fulfilmentOrdersOf(owner, orderId)
  const parcel = { lines: [{ lineId: lines[0].id, quantity }] }
  expect((await owner.post(`${FULFILMENT_ORDERS}/${id}/hand-over`, { parcels: [parcel] })).status).toBe(200)
  await settled()
}

describe('an order that somebody puts on hold', () => {
  it('is withdrawn from its custodian and gives back its stock, and is planned again once it is released', async () => {
    const { id, stock, channel } = await placing()
    const held = await act(id, 'hold')
    expect([held.status, held.body]).toEqual([
      200,
      expect.objectContaining({ status: 'accepted', holdReason: REASON.reason, revision: 2 }),
    ])
    expect(await statesOf(id)).toEqual(['cancelled'])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
    expect((await owner.get(`${INCIDENTS}?status=open`)).body.member).toEqual([])
    expect(await downstreamOf(owner, channel.id, id)).toMatchObject({ isUnbilled: true, owed: 2580 })
    expect((await act(id, 'release')).body).toMatchObject({ status: 'accepted', holdReason: null })
    expect((await statesOf(id)).sort()).toEqual(['cancelled', 'open'])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 3 })
  })

  it('keeps what has not left, and sends the rest once it is released', async () => {
    const { id, stock } = await placing()
    await handOver(id, 1)
    await act(id, 'hold')
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 9, reserved: 0 })
    await act(id, 'release')
    await handOver(id, 2)
    expect(await statusOf(owner, id)).toBe('fulfilled')
  })

  it('has a custodian asked to cancel whose system has the order', async () => {
    await aPolicy(owner)
    const { order, reference, system } = await anAccepted(owner, 2)
    await act(order.id, 'hold')
    expect(system.known.get(reference)?.state).toBe('cancelled')
  })

  it('waits also when it is accepted afterwards, or changed by its shop', async () => {
    const settings = { fulfilledPaymentStatuses: ['paid'] }
    const { id, channel, row } = await placing({ paymentStatus: 'unpaid' }, settings)
    expect((await owner.get(`${ORDERS}/${id}`)).body.status).toBe('held')
    await act(id, 'hold')
    const lineItems = row.lineItems.map((line) => ({ ...line, quantity: 4 }))
    await importing(owner, channel.id, [{ ...row, lineItems, paymentStatus: 'paid', modifiedAt: at(2) }])
    await settled()
    expect((await owner.get(`${ORDERS}/${id}`)).body).toMatchObject({ status: 'accepted', holdReason: REASON.reason })
    expect(await statesOf(id)).not.toContain('open')
    await act(id, 'release')
    expect(await statesOf(id)).toContain('open')
  })

  it('has the reason that was given last, and tells of its hold as a change', async () => {
    const { id } = await placing()
    await act(id, 'hold')
    await act(id, 'hold', { reason: 'Fraud is suspected' })
    const { body } = await owner.get(`${ORDERS}/${id}/revisions`)
    const told = body.member.flatMap(({ changes }: { changes: { field: string; to: string }[] }) => changes)
    expect(told.filter(({ field }: { field: string }) => field === 'holdReason')).toMatchObject([
      { from: REASON.reason, to: 'Fraud is suspected' },
      { from: null, to: REASON.reason },
    ])
  })

  it('is refused once the order has ended, and so is a release without a hold', async () => {
    const { id } = await placing()
    const released = await act(id, 'release')
    expect([released.status, released.body.detail]).toEqual([409, 'The order is not on hold.'])
    await act(id, 'cancel')
    const held = await act(id, 'hold')
    expect([held.status, held.body.detail]).toEqual([409, 'The order is cancelled.'])
  })

  it('is an ability while the order is held or accepted', async () => {
    const { id } = await placing()
    const ask = async (action: string) => {
      const question = { subject: `commerce:///sales/orders/${id}`, scopes: [`sales:order:${action}`] }
      return JSON.stringify((await owner.post('/api/auth/can', question)).body).includes('"allowed":true')
    }
    expect([await ask('hold'), await ask('release')]).toEqual([true, false])
    await act(id, 'hold')
    expect([await ask('hold'), await ask('release')]).toEqual([true, true])
    await act(id, 'cancel')
    expect([await ask('hold'), await ask('release')]).toEqual([false, true])
  })

  it('is tried without being changed', async () => {
    const { id } = await placing()
    const { status, body } = await owner.post(`${ORDERS}/${id}/hold?dryRun=true`, REASON)
    expect([status, body.holdReason]).toEqual([200, REASON.reason])
    expect((await owner.get(`${ORDERS}/${id}`)).body.holdReason).toBeNull()
    expect(await statesOf(id)).toEqual(['open'])
  })
})
