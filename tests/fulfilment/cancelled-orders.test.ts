import { beforeEach, describe, expect, it } from 'vitest'
import { aSellingChannel, downstreamOf, orderOf } from '../sales/downstream.ts'
import { aRow, importing } from '../sales/orders.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import {
  aConnected,
  anInternal,
  aPolicy,
  INCIDENTS,
  ORDERS,
  ordersOf,
  playing,
  settled,
  statusOf,
  stocking,
  stockOf,
  topicsOf,
} from './fulfilling.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 6, minute)).toISOString()

let owner: Member
beforeEach(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

/** A variant with ten pieces in stock, and a channel whose orders for it are routed there. */
const aPlace = async (custodian?: { id: string }) => {
  const { id } = custodian ?? (await anInternal(owner))
  const variant = await aVariant(owner)
  const stock = await stocking(owner, variant.id, id, 10)
  const channel = await aSellingChannel(owner)
  const rowOf = (quantity: number, fields: object = {}) =>
    aRow({ lineItems: [{ sku: variant.sku, quantity, unitPrice: 1290 }], modifiedAt: at(1), ...fields })
  return { variant, stock, channel, rowOf }
}

type Place = Awaited<ReturnType<typeof aPlace>>

const placing = async ({ channel }: Place, row: ReturnType<Place['rowOf']>) => {
  const { status, body } = await importing(owner, channel.id, [row])
  expect([status, body.imported]).toEqual([200, 1])
  await settled()
  return await orderOf(owner, channel.id, row.externalOrderId)
}

interface Cancelled {
  place: Place
  row: object
  order: { id: string }
}

/** Both ways to say here that an order is cancelled. */
const WAYS = {
  'a row of an import': async ({ place, row }: Cancelled) => {
    const { body } = await importing(owner, place.channel.id, [{ ...row, status: 'cancelled', modifiedAt: at(9) }])
    expect(body.updated).toBe(1)
  },
  'a person': async ({ order }: Cancelled) => {
    const { status } = await owner.post(`/api/sales/orders/${order.id}/cancel`, { reason: 'Ordered twice' })
    expect(status).toBe(200)
  },
}

const handingOver = async (order: { id: string }, quantity?: number) => {
  const [{ id, lines }] = await ordersOf(owner, order.id)
  const parcel = quantity ? { lines: [{ lineId: lines[0].id, quantity }] } : {}
  return await owner.post(`${ORDERS}/${id}/hand-over`, { parcels: [parcel] })
}

describe('an order that is cancelled before it is imported', () => {
  it('plans nothing and reserves nothing', async () => {
    const place = await aPlace()
    const order = await placing(place, place.rowOf(2, { status: 'cancelled' }))
    expect([order.status, await statusOf(owner, order.id)]).toEqual(['cancelled', 'none'])
    expect(await ordersOf(owner, order.id)).toEqual([])
    expect(await stockOf(owner, place.stock.id)).toEqual({ onHand: 10, reserved: 0 })
  })
})

describe.each(Object.entries(WAYS))('an order that %s cancels', (_way, cancel) => {
  it('gives its stock back, and its fulfilment order is cancelled', async () => {
    const place = await aPlace()
    const row = place.rowOf(3)
    const order = await placing(place, row)
    expect(await stockOf(owner, place.stock.id)).toEqual({ onHand: 10, reserved: 3 })
    expect(await downstreamOf(owner, place.channel.id, order.id)).toMatchObject({ isUnbilled: true, owed: 2580 })
    await cancel({ place, row, order })
    await settled()
    expect(await ordersOf(owner, order.id)).toMatchObject([{ status: 'cancelled', lines: [{ cancelled: 3 }] }])
    expect(await stockOf(owner, place.stock.id)).toEqual({ onHand: 10, reserved: 0 })
    expect(await statusOf(owner, order.id)).toBe('cancelled')
    expect(await downstreamOf(owner, place.channel.id, order.id)).toMatchObject({ isUnbilled: false, owed: 0 })
    expect(await topicsOf(owner, 'sales.order', 'fulfilment.order.cancelled')).toEqual(
      expect.arrayContaining(['sales.order.ready', 'sales.order.cancelled', 'fulfilment.order.cancelled']),
    )
  })

  it('keeps what was handed over as it is, and only the rest is cancelled', async () => {
    const place = await aPlace()
    const row = place.rowOf(3)
    const order = await placing(place, row)
    expect((await handingOver(order, 1)).status).toBe(200)
    await cancel({ place, row, order })
    await settled()
    expect(await ordersOf(owner, order.id)).toMatchObject([
      { status: 'closed', outcome: 'short', lines: [{ handedOver: 1, cancelled: 2 }] },
    ])
    expect(await stockOf(owner, place.stock.id)).toEqual({ onHand: 9, reserved: 0 })
    expect(await statusOf(owner, order.id)).toBe('fulfilled')
  })

  it('has the custodian asked whose system knows it', async () => {
    const { known } = playing()
    const place = await aPlace(await aConnected(owner))
    const row = place.rowOf(3)
    const order = await placing(place, row)
    const [{ reference }] = await ordersOf(owner, order.id)
    expect(known.has(reference)).toBe(true)
    await cancel({ place, row, order })
    await settled()
    expect(known.get(reference)).toMatchObject({ state: 'cancelled' })
    expect(await ordersOf(owner, order.id)).toMatchObject([{ status: 'cancelled', request: 'cancel_accepted' }])
    expect(await stockOf(owner, place.stock.id)).toEqual({ onHand: 10, reserved: 0 })
  })

  it('loses its incident', async () => {
    const place = await aPlace()
    const row = place.rowOf(11)
    const order = await placing(place, row)
    expect((await owner.get(`${INCIDENTS}?status=open`)).body.member).toHaveLength(1)
    await cancel({ place, row, order })
    await settled()
    expect((await owner.get(`${INCIDENTS}?status=open`)).body.member).toEqual([])
    expect(await statusOf(owner, order.id)).toBe('cancelled')
  })

  it('while it is handed over either left or is back in stock, whatever came first', async () => {
    const place = await aPlace()
    let left = 0
    for (let round = 0; round < 4; round++) {
      const row = place.rowOf(1)
      const order = await placing(place, row)
      const [handedOver] = await Promise.all([
        handingOver(order),
        cancel({ place, row, order }).then(() => (round % 2 ? settled() : undefined)),
      ])
      await settled()
      const isOut = handedOver.status === 200
      if (isOut) left++
      else expect(handedOver.status).toBe(409)
      expect(await ordersOf(owner, order.id)).toMatchObject([{ status: isOut ? 'closed' : 'cancelled' }])
      expect(await statusOf(owner, order.id)).toBe(isOut ? 'fulfilled' : 'cancelled')
      expect(await stockOf(owner, place.stock.id)).toEqual({ onHand: 10 - left, reserved: 0 })
      expect(await downstreamOf(owner, place.channel.id, order.id)).toMatchObject({ isUnbilled: false, owed: 0 })
    }
  })
})

describe('an order that a row of an import changes', () => {
  it('is planned again, with the stock of its lines as they are now', async () => {
    const place = await aPlace()
    const row = place.rowOf(3, { total: 3870 })
    const order = await placing(place, row)
    const more = { ...row, total: 6450, lineItems: [{ sku: place.variant.sku, quantity: 5, unitPrice: 1290 }] }
    await importing(owner, place.channel.id, [{ ...more, modifiedAt: at(2) }])
    await settled()
    const all = await ordersOf(owner, order.id)
    expect(all.map(({ status }: { status: string }) => status).sort()).toEqual(['cancelled', 'open'])
    expect(await stockOf(owner, place.stock.id)).toEqual({ onHand: 10, reserved: 5 })
    expect(await downstreamOf(owner, place.channel.id, order.id)).toMatchObject({ isUnbilled: true, owed: 6450 })
  })

  it('after somebody began to work on it has another fulfilment order for what is added', async () => {
    const place = await aPlace()
    const row = place.rowOf(3)
    const order = await placing(place, row)
    const [{ id }] = await ordersOf(owner, order.id)
    await owner.post(`${ORDERS}/${id}/start`)
    const more = { ...row, lineItems: [{ sku: place.variant.sku, quantity: 5, unitPrice: 1290 }], modifiedAt: at(2) }
    await importing(owner, place.channel.id, [more])
    await settled()
    expect((await owner.get(`${INCIDENTS}?status=open`)).body.member).toEqual([])
    const all = await ordersOf(owner, order.id)
    expect(all.map(({ lines }: { lines: { ordered: number }[] }) => lines[0]?.ordered).sort()).toEqual([2, 3])
    expect(await stockOf(owner, place.stock.id)).toEqual({ onHand: 10, reserved: 5 })
  })
})
