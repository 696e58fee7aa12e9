import { beforeEach, describe, expect, it } from 'vitest'
import { handOverOrder } from '../../lib/fulfilment/handling/hand-over-order.ts'
import { app } from '../../lib/platform/app/app.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aManualChannel } from '../sales/orders.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import {
  anInternal,
  anOrder,
  aPolicy,
  aRouted,
  counting,
  handOffs,
  ORDERS,
  ordersOf,
  settled,
  statusOf,
  stocking,
  stockOf,
  storedOrders,
  topicsOf,
  totalsOf,
} from './fulfilling.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const act = async (id: string, verb: string, body?: object) => await owner.post(`${ORDERS}/${id}/${verb}`, body)

const acted = async (id: string, verb: string, body?: object) => {
  const answer = await act(id, verb, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

const routed = async (fields: Parameters<typeof aRouted>[1] = {}) => {
  await aPolicy(owner)
  return await aRouted(owner, fields)
}

describe('two hand-overs of one order at once', () => {
  it('are both recorded, although one has read the order before the other one moves its stock', async () => {
    const { fulfilmentOrder, stock } = await routed()
    const { id, lines } = fulfilmentOrder
    const handOver = () =>
      owner.post(`${ORDERS}/${id}/hand-over`, { parcels: [{ lines: [{ lineId: lines[0].id, quantity: 1 }] }] })
    const { db } = app()
    let isBetween = true
    const batchGet: Table['batchGet'] = async (keys) => {
      if (isBetween && keys.some(({ pk }) => pk === partition(owner.tenant, 'stock-item'))) {
        isBetween = false
        for (let i = 0; i < 2; i++) expect((await handOver()).status).toBe(200)
      }
      return await db.batchGet(keys)
    }
    const now = app().clock()
    const scope = { tenant: owner.tenant, actor: null, now }
    const given = { parcels: [{ lines: [{ lineId: lines[0].id, quantity: 2 }] }] }
    const late = runInUnit({ ...db, batchGet }, scope, (unit) =>
      handOverOrder({ db: { ...db, batchGet } }, unit, id, given),
    )
    await expect(late).rejects.toMatchObject({ errorCode: 'VALIDATION_ERROR' })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 8, reserved: 1 })
  })
})

describe('a fulfilment order of an internal custodian', () => {
  it('is started, handed over in two parcels, and closed in full', async () => {
    const { order, fulfilmentOrder, stock, custodian } = await routed()
    const { id, lines } = fulfilmentOrder
    expect((await acted(id, 'start')).status).toBe('in_progress')
    expect((await act(id, 'start')).status).toBe(409)
    const first = { carrier: 'DHL', trackingNumber: 'T-1', lines: [{ lineId: lines[0].id, quantity: 2 }] }
    const half = await acted(id, 'hand-over', { parcels: [first] })
    expect(half).toMatchObject({ status: 'in_progress', lines: [{ handedOver: 2, allocated: 1 }] })
    expect(await statusOf(owner, order.id)).toBe('partially_fulfilled')
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 8, reserved: 1 })
    const whole = await acted(id, 'hand-over', { parcels: [{ trackingNumber: 'T-2' }] })
    expect(whole).toMatchObject({ status: 'closed', outcome: 'full', lines: [{ handedOver: 3, allocated: 0 }] })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 7, reserved: 0 })
    expect(await statusOf(owner, order.id)).toBe('fulfilled')
    const { body } = await owner.get(`${ORDERS}/${id}/fulfilments`)
    expect(body.member.map((each: { lines: { quantity: number }[] }) => each.lines[0]?.quantity)).toEqual([1, 2])
    expect((await owner.get(body.member[0]['@id'])).body).toMatchObject({
      custodianId: custodian.id,
      shipmentId: expect.any(String),
    })
    expect(await topicsOf(owner, 'sales.order.fulfilled')).toHaveLength(1)
    expect(await topicsOf(owner, 'fulfilment.')).toEqual(
      expect.arrayContaining(['fulfilment.order.progressed', 'fulfilment.order.closed']),
    )
    expect((await topicsOf(owner, 'fulfilment.fulfilment')).length).toBe(2)
  })

  it('is handed over although nothing is available any more', async () => {
    const { fulfilmentOrder, stock } = await routed({ quantity: 3, onHand: 3 })
    await acted(fulfilmentOrder.id, 'hand-over', { parcels: [{}] })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 0, reserved: 0 })
  })

  it('refuses pieces that it does not have', async () => {
    const { fulfilmentOrder } = await routed()
    const lineId = fulfilmentOrder.lines[0].id
    const { status, body } = await act(fulfilmentOrder.id, 'hand-over', {
      parcels: [
        { lines: [{ lineId, quantity: 2 }] },
        {
          lines: [
            { lineId, quantity: 2 },
            { lineId: fulfilmentOrder.id, quantity: 1 },
          ],
        },
      ],
    })
    expect(status).toBe(400)
    expect(body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual([
      'parcels[1].lines[0].quantity',
      'parcels[1].lines[1].lineId',
    ])
    expect(await handOffs(owner)).toEqual([])
  })

  it('is held while any hold remains', async () => {
    const { fulfilmentOrder } = await routed()
    const { id } = fulfilmentOrder
    await acted(id, 'hold', { reason: 'address' })
    const { holds } = await acted(id, 'hold', { reason: 'payment', note: 'Ask finance' })
    expect(holds).toMatchObject([
      { reason: 'address' },
      { reason: 'payment', note: 'Ask finance', actorId: owner.identity, actorType: 'person' },
    ])
    expect((await act(id, 'hand-over', { parcels: [{}] })).status).toBe(409)
    expect((await acted(id, 'release', { holdId: holds[0].id })).status).toBe('on_hold')
    expect((await act(id, 'release', { holdId: holds[0].id })).status).toBe(404)
    expect(await acted(id, 'release', { holdId: holds[1].id })).toMatchObject({ status: 'open', holds: [] })
  })

  it('that is closed short gives the rest back, which goes elsewhere (short-close-gives-rest-back)', async () => {
    const { order, fulfilmentOrder, variant, stock } = await routed()
    const other = await anInternal(owner)
    const there = await stocking(owner, variant.id, other.id, 5)
    await acted(fulfilmentOrder.id, 'hand-over', {
      parcels: [{ lines: [{ lineId: fulfilmentOrder.lines[0].id, quantity: 1 }] }],
    })
    const closed = await acted(fulfilmentOrder.id, 'close-short', { reason: 'Broken' })
    expect(closed).toMatchObject({ status: 'closed', outcome: 'short', lines: [{ handedOver: 1, cancelled: 2 }] })
    await settled()
    expect(await ordersOf(owner, order.id)).toMatchObject([
      { custodianId: other.id, lines: [{ ordered: 2, allocated: 2 }] },
      { id: fulfilmentOrder.id },
    ])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 9, reserved: 0 })
    expect(await stockOf(owner, there.id)).toEqual({ onHand: 5, reserved: 2 })
  })

  it('reserves again what a reversed hand-off brings back (cancel-fulfilment-re-reserves)', async () => {
    const { order, fulfilmentOrder, stock } = await routed()
    const { id } = fulfilmentOrder
    await acted(id, 'hand-over', { parcels: [{}] })
    const [handOff] = await handOffs(owner)
    const reverse = () => act(id, `fulfilments/${handOff?.id}/reverse`, { reason: 'Wrong parcel' })
    expect(await reverse()).toMatchObject({ status: 201, body: { reverses: handOff?.id, reason: 'Wrong parcel' } })
    expect((await reverse()).status).toBe(409)
    await settled()
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 3 })
    expect((await owner.get(`${ORDERS}/${id}`)).body).toMatchObject({
      status: 'in_progress',
      outcome: null,
      lines: [{ handedOver: 0, allocated: 3 }],
    })
    expect(await statusOf(owner, order.id)).toBe('in_progress')
    await acted(id, 'hand-over', { parcels: [{}] })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 7, reserved: 0 })
    expect(await topicsOf(owner, 'sales.order.fulfilled')).toHaveLength(1)
  })
})

describe('splitting a fulfilment order', () => {
  it('keeps the totals of lines and stock (split-keeps-totals)', async () => {
    const { order, fulfilmentOrder, stock } = await routed()
    const lineId = fulfilmentOrder.lines[0].id
    expect((await act(fulfilmentOrder.id, 'split', { lines: [{ lineId, quantity: 3 }] })).status).toBe(400)
    const part = await acted(fulfilmentOrder.id, 'split', { lines: [{ lineId, quantity: 1 }] })
    expect(part).toMatchObject({ status: 'open', lines: [{ orderLine: 0, ordered: 1, allocated: 1 }] })
    expect((await owner.get(`${ORDERS}/${fulfilmentOrder.id}`)).body.lines).toMatchObject([
      { ordered: 2, allocated: 2 },
    ])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 3 })
    for (const { id } of [part, fulfilmentOrder]) await acted(id, 'hand-over', { parcels: [{}] })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 7, reserved: 0 })
    expect(await statusOf(owner, order.id)).toBe('fulfilled')
  })
})

describe('reassigning a fulfilment order', () => {
  it('releases stock at the old place only, and reserves it at the new one (reassign-releases-old-place-only)', async () => {
    const { order, fulfilmentOrder, stock, variant } = await routed()
    const other = await anInternal(owner)
    const there = await stocking(owner, variant.id, other.id, 2)
    const short = await act(fulfilmentOrder.id, 'reassign', { custodianId: other.id })
    expect(short.status).toBe(409)
    expect(short.body.detail).toContain(`3 of ${variant.sku} are wanted and 2 are available`)
    await counting(owner, there.id, 4)
    const moved = await acted(fulfilmentOrder.id, 'reassign', { custodianId: other.id })
    expect(moved).toMatchObject({ custodianId: other.id, lines: [{ ordered: 3, allocated: 3 }] })
    expect((await owner.get(`${ORDERS}/${fulfilmentOrder.id}`)).body.status).toBe('cancelled')
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
    expect(await stockOf(owner, there.id)).toEqual({ onHand: 4, reserved: 3 })
    expect(await statusOf(owner, order.id)).toBe('in_progress')
  })

  it('closes the old order if pieces of it have left', async () => {
    const { fulfilmentOrder, variant } = await routed()
    const { id, lines } = fulfilmentOrder
    const other = await anInternal(owner)
    await stocking(owner, variant.id, other.id, 5)
    await acted(id, 'hand-over', { parcels: [{ lines: [{ lineId: lines[0].id, quantity: 1 }] }] })
    const moved = await acted(id, 'reassign', { custodianId: other.id })
    expect(moved).toMatchObject({ custodianId: other.id, lines: [{ ordered: 2 }] })
    expect((await owner.get(`${ORDERS}/${id}`)).body).toMatchObject({ status: 'closed', outcome: 'short' })
  })
})

describe('cancelling a fulfilment order', () => {
  it('releases its stock; its pieces count as cancelled unless they are rerouted', async () => {
    const { order, fulfilmentOrder, stock, variant } = await routed()
    const { id, lines } = fulfilmentOrder
    await acted(id, 'split', { lines: [{ lineId: lines[0].id, quantity: 1 }] })
    await acted(id, 'cancel', { reason: 'Not wanted' })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 1 })
    expect((await act(id, 'cancel', { reason: 'Again' })).status).toBe(409)
    await settled()
    expect(
      (await ordersOf(owner, order.id)).filter(({ status }: { status: string }) => status === 'open'),
    ).toHaveLength(1)
    const [rest] = (await ordersOf(owner, order.id)).filter(({ status }: { status: string }) => status === 'open')
    await acted(rest.id, 'cancel', { reason: 'Try again', reroute: true })
    await settled()
    const open = (await ordersOf(owner, order.id)).filter(({ status }: { status: string }) => status === 'open')
    expect(open).toMatchObject([{ lines: [{ sku: variant.sku, ordered: 1, allocated: 1 }] }])
    await acted(open[0].id, 'hand-over', { parcels: [{}] })
    expect(await statusOf(owner, order.id)).toBe('fulfilled')
  })
})

describe('a fulfilment order by hand', () => {
  it('takes pieces of a sales order that nobody fulfils yet', async () => {
    const [custodian, variant] = [await anInternal(owner), await aVariant(owner)]
    await stocking(owner, variant.id, custodian.id, 9)
    const order = await anOrder(owner, [{ sku: variant.sku, quantity: 3 }])
    const given = { salesOrderId: order.id, custodianId: custodian.id }
    const first = await owner.post(ORDERS, { ...given, lines: [{ orderLine: 0, quantity: 2 }] })
    expect(first, JSON.stringify(first.body)).toMatchObject({
      status: 201,
      body: { lines: [{ ordered: 2, allocated: 2 }] },
    })
    const much = await owner.post(ORDERS, {
      ...given,
      lines: [
        { orderLine: 0, quantity: 2 },
        { orderLine: 7, quantity: 1 },
      ],
    })
    expect(much.body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual([
      'lines[0].quantity',
      'lines[1].orderLine',
    ])
    expect((await owner.post(ORDERS, given)).body).toMatchObject({ lines: [{ ordered: 1 }] })
    expect((await owner.post(ORDERS, given)).status).toBe(409)
    expect(await totalsOf(owner)).toEqual({ onHand: 9, reserved: 3 })
  })

  it('can stand alone, with variants and an address', async () => {
    const [custodian, variant] = [await anInternal(owner), await aVariant(owner)]
    await stocking(owner, variant.id, custodian.id, 2)
    const lines = [{ variantId: variant.id, quantity: 2 }]
    expect((await owner.post(ORDERS, { custodianId: custodian.id, lines })).status).toBe(400)
    const given = {
      custodianId: custodian.id,
      lines,
      orderNumber: 'SAMPLE-1',
      deliveryAddress: { city: 'Bremen', countryCode: 'DE' },
    }
    const { status, body } = await owner.post(ORDERS, given)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      salesOrderId: null,
      orderNumber: 'SAMPLE-1',
      deliveryAddress: { city: 'Bremen', line1: null },
    })
    expect((await owner.post(ORDERS, given)).body.detail).toContain('2 of')
    await acted(body.id, 'hand-over', { parcels: [{}] })
    expect(await totalsOf(owner)).toEqual({ onHand: 0, reserved: 0 })
  })

  it('is not created of an order that is not accepted, or for a custodian that is suspended', async () => {
    const [custodian, variant] = [await anInternal(owner), await aVariant(owner)]
    await owner.post(`/api/warehousing/custodians/${custodian.id}/suspend`)
    const order = await anOrder(owner, [{ sku: variant.sku, quantity: 3 }], {
      channelId: (await aManualChannel(owner)).id,
    })
    expect((await owner.post(ORDERS, { salesOrderId: order.id, custodianId: custodian.id })).status).toBe(409)
    expect(await storedOrders(owner)).toEqual([])
  })
})
