import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { aPolicy, aRouted, handOffs, ORDERS, ordersOf, settled, stockOf, topicsOf } from '../fulfilment/fulfilling.ts'
import { RETURNS } from '../fulfilment/returning.ts'
import { importing } from '../sales/orders.ts'
import { aMember, type Member } from '../support/client.ts'
import { anAccepted, aToldParcel, openIncidents } from './telling.ts'

const REASON = 'The pieces left after the order was cancelled'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

type Made = Awaited<ReturnType<typeof anAccepted>>

const parcel = ({ variant }: Made, id: string, quantity: number) => aToldParcel(id, { [variant.sku]: quantity })
const returnsOf = async () => (await owner.get(RETURNS)).body.member
const orderOf = async ({ order }: Made) => (await owner.get(`/api/sales/orders/${order.id}`)).body

/** An order at a warehouse that packs it already, and refuses to cancel it. */
const aPackedOrder = async (quantity = 2) => {
  const made = await anAccepted(owner, quantity)
  made.system.orders.cancel = async () => ({ answer: 'refused', reason: 'It is packed' })
  return made
}

/** Imports a later version of the order. */
const changing = async ({ order }: Made, fields: object) => {
  const { body } = await importing(owner, order.channelId, [{ ...order.row, ...fields }])
  expect(body).toMatchObject({ updated: 1, errors: [] })
  await settled()
}
const cancelling = (made: Made) => changing(made, { status: 'cancelled', modifiedAt: '2099-01-01T00:00:00Z' })

/** Has the worker die that opens a return, once, after it has written it and before it can say so. */
const dying = () => {
  const { db } = app()
  const deaths: string[] = []
  const transact: typeof db.transact = async (actions) => {
    const result = await db.transact(actions)
    if (deaths.length || !JSON.stringify(actions).includes(REASON)) return result
    deaths.push('opening')
    throw new Error('killed')
  }
  useApp({ ...app(), db: { ...db, transact } })
  onTestFinished(() => useApp(undefined))
  return deaths
}

describe('pieces that leave after their order was cancelled', () => {
  it('are expected back once from a custodian that refused to cancel, of which people are told', async () => {
    const made = await aPackedOrder()
    await cancelling(made)
    expect(await ordersOf(owner, made.order.id)).toMatchObject([{ request: 'cancel_refused', status: 'open' }])
    expect(await returnsOf()).toEqual([])
    for (let i = 0; i < 3; i++) await made.warehouse.tells(made.reference, { parcels: [parcel(made, 'm1', 2)] })
    expect(await orderOf(made)).toMatchObject({ status: 'cancelled', fulfilmentStatus: 'fulfilled' })
    expect(await stockOf(owner, made.stock.id)).toEqual({ onHand: 3, reserved: 0 })
    expect(await openIncidents(owner)).toMatchObject([{ reason: 'order_ended' }])
    expect(await returnsOf()).toMatchObject([
      {
        ...{
          status: 'authorized',
          salesOrderId: made.order.id,
          reason: 'The pieces left after the order was cancelled',
        },
        lines: [{ sku: made.variant.sku, requested: 2, received: 0 }],
      },
    ])
    expect((await topicsOf(owner, 'fulfilment.return')).sort()).toEqual([
      'fulfilment.return.authorized',
      'fulfilment.return.requested',
    ])
  })

  it('are expected by parcel, only those that left after that, and once although a worker dies', async () => {
    const made = await aPackedOrder(3)
    await made.warehouse.tells(made.reference, { state: 'accepted', parcels: [parcel(made, 'm1', 1)] })
    await cancelling(made)
    const [first, second] = [parcel(made, 'm1', 1), parcel(made, 'm2', 1)]
    const deaths = dying()
    await made.warehouse.tells(made.reference, { state: 'accepted', parcels: [first, second] })
    expect(deaths).toHaveLength(1)
    expect(await returnsOf()).toMatchObject([{ lines: [{ requested: 1 }] }])
    await made.warehouse.tells(made.reference, { parcels: [first, second, parcel(made, 'm3', 1)] })
    expect(await handOffs(owner)).toHaveLength(3)
    expect(await returnsOf()).toMatchObject([{ lines: [{ requested: 1 }] }, { lines: [{ requested: 1 }] }])
  })

  it('are expected back from a custodian that had agreed to cancel, too', async () => {
    const made = await anAccepted(owner)
    await cancelling(made)
    expect(await ordersOf(owner, made.order.id)).toMatchObject([{ request: 'cancel_accepted' }])
    await made.warehouse.tells(made.reference, { parcels: [parcel(made, 'm1', 2)] })
    expect(await openIncidents(owner)).toMatchObject([{ reason: 'unexpected_news' }])
    expect(await returnsOf()).toMatchObject([{ status: 'authorized', lines: [{ requested: 2 }] }])
  })

  it('are received like those of any other return', async () => {
    const made = await aPackedOrder()
    await cancelling(made)
    await made.warehouse.tells(made.reference, { parcels: [parcel(made, 'm1', 2)] })
    const [{ id, lines }] = await returnsOf()
    const receipt = { lines: [{ lineId: lines[0].id, quantity: 2, condition: 'sellable', disposition: 'restock' }] }
    const received = await owner.post(`${RETURNS}/${id}/receive`, receipt)
    expect(received.status, received.text).toBe(200)
    expect(received.body).toMatchObject({ status: 'received', lines: [{ received: 2 }] })
  })
})

it('pieces that had left before their order was cancelled stay with the customer, and people decide', async () => {
  const { order, fulfilmentOrder } = await aRouted(owner)
  const handedOver = await owner.post(`${ORDERS}/${fulfilmentOrder.id}/hand-over`, { parcels: [{ carrier: 'DHL' }] })
  expect(handedOver.status, handedOver.text).toBe(200)
  // Nothing that follows from the hand-over is done before the cancellation.
  expect((await owner.post(`/api/sales/orders/${order.id}/cancel`, { reason: 'Ordered twice' })).status).toBe(200)
  await settled()
  expect(await openIncidents(owner)).toMatchObject([{ reason: 'order_ended' }])
  expect(await returnsOf()).toEqual([])
})

describe('pieces that leave while their order only waits', () => {
  it('are not expected back, since the customer may pay for them yet', async () => {
    const made = await aPackedOrder()
    await changing(made, { paymentStatus: 'unpaid', modifiedAt: '2099-01-01T00:00:00Z' })
    expect(await orderOf(made)).toMatchObject({ status: 'held' })
    await made.warehouse.tells(made.reference, { parcels: [parcel(made, 'm1', 2)] })
    expect(await openIncidents(owner)).toMatchObject([{ reason: 'order_ended' }])
    expect(await returnsOf()).toEqual([])
  })
})

it('pieces that were to be cancelled here, of an order that goes on, are not expected back', async () => {
  const made = await aPackedOrder()
  await owner.post(`${ORDERS}/${made.id}/cancel`, {
    reason: 'Another warehouse is nearer',
    reroute: false,
  })
  await settled()
  await made.warehouse.tells(made.reference, { parcels: [parcel(made, 'm1', 2)] })
  expect(await handOffs(owner)).toHaveLength(1)
  expect(await returnsOf()).toEqual([])
})
