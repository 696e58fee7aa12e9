import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handler as settleEveryQuarterHour } from '../../functions/billing/every-quarter-hour-settle.ts'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { addDays } from '../../lib/platform/calendar/day.ts'
import { handOffs, INCIDENTS, ordersOf } from '../fulfilment/fulfilling.ts'
import { aMember, type Member } from '../support/client.ts'
import { aSellingShop, followAll } from './selling.ts'
import { of, settle } from './settling.ts'
import { aTariff } from './tariffing.ts'

const CONTEXT = { getRemainingTimeInMillis: () => 60_000 } as never
const DAY_MS = 86_400_000

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})
afterEach(() => useApp(undefined))

type Shop = Awaited<ReturnType<typeof aSellingShop>>

const aShop = (orderSettings: object) => aSellingShop(owner, { orderSettings })

/** One piece of tea at 10.00 and two cups at 5.00. */
const place = (shop: Shop, number: string, fields: object = {}) =>
  shop.tell(
    number,
    2000,
    [
      { externalLineId: 'tea', sku: shop.tea.sku, name: 'Tea', quantity: 1, total: 1000 },
      { externalLineId: 'cup', sku: shop.cup.sku, name: 'Cup', quantity: 2, total: 1000 },
    ],
    fields,
  )

/** Tells that the parcel that was handed over last was delivered. */
const deliver = async (at?: string) => {
  const handOff = (await handOffs(owner)).at(-1)
  const { status, text } = await owner.post(`/api/shipping/shipments/${handOff?.shipmentId}/events`, {
    state: 'delivered',
    ...(at && { occurredAt: at }),
  })
  expect(status, text).toBeLessThan(300)
  await followAll(owner)
}

/** Noon of yesterday, so that no day ends between two steps. */
const YESTERDAY = `${new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)}T12:00:00.000Z`
const startOfDayAfter = (days: number) => `${addDays(YESTERDAY.slice(0, 10), days)}T00:00:00.000Z`

/** Runs the schedule as if it were then. */
const settleAt = async (at: string, minutesBefore = 0) => {
  const now = new Date(Date.parse(at) - minutesBefore * 60_000)
  useApp({ ...makeApp(readConfig()), clock: () => now })
  await settleEveryQuarterHour({}, CONTEXT)
  useApp(undefined)
}

describe('a seller that earns when goods are handed over', () => {
  it('earns the part that was, and the rest later, each on its day', async () => {
    const shop = await aShop({ sellerEarnsWhen: 'handed_over' })
    await place(shop, 'A')
    expect(await shop.charges()).toEqual([])
    await shop.handOver('A', [{ sku: shop.cup.sku, quantity: 1 }], { handedOverAt: '2026-03-02T09:00:00Z' })
    await shop.handOver('A')
    const charges = await shop.charges()
    // Of 20.00, one cup of 5.00 left first, and a cup and the tea after it.
    expect(charges.map(({ amount, description }) => [amount, description])).toEqual([
      [500, 'Order A'],
      [1500, 'Order A, further pieces'],
    ])
    expect(charges[0]?.occurredAt).toBe('2026-03-02T09:00:00.000Z')
  })

  it('earns a part of the shipping with a part of the goods, and all of it with the last', async () => {
    const shop = await aShop({ sellerEarnsWhen: 'handed_over' })
    await shop.tell(
      'A',
      1999,
      [
        { externalLineId: 'tea', sku: shop.tea.sku, name: 'Tea', quantity: 3, total: 1000 },
        { externalLineId: 'cup', sku: shop.cup.sku, name: 'Cup', quantity: 1, total: 500 },
      ],
      { shippingLines: [{ externalLineId: 's', name: 'Parcel', total: 499 }] },
    )
    await shop.handOver('A', [{ sku: shop.tea.sku, quantity: 3 }])
    // 19.99 times 10.00 of 15.00.
    expect(await shop.owed()).toBe(1333)
    await shop.handOver('A')
    expect(await shop.owed()).toBe(1999)
  })

  it('gives back what a reversed hand-off had earned', async () => {
    const shop = await aShop({ sellerEarnsWhen: 'handed_over' })
    await place(shop, 'A')
    await shop.handOver('A')
    const [handOff] = await handOffs(owner)
    const url = `/api/fulfilment/orders/${handOff?.fulfilmentOrderId}/fulfilments/${handOff?.id}/reverse`
    expect((await owner.post(url, { reason: 'Wrong parcel' })).status).toBeLessThan(300)
    await followAll(owner)
    expect(await shop.amounts()).toEqual([2000, -2000])
  })

  it('earns nothing of an order that is blocked, and gives nothing back when it is cancelled', async () => {
    const shop = await aShop({ sellerEarnsWhen: 'handed_over' })
    await shop.tell('A', 5000, [{ sku: 'NOBODY-KNOWS', name: 'Tea', quantity: 1, total: 5000 }])
    expect((await owner.get(`${INCIDENTS}?status=open`)).body.member).toMatchObject([{ reason: 'unknown_sku' }])
    expect((await settle(owner, shop.seller.id)).body.totalAmount).toBe(0)
    const { id } = await shop.find('A')
    expect((await owner.post(`/api/sales/orders/${id}/cancel`, { reason: 'Unknown goods' })).status).toBe(200)
    expect(await shop.charges()).toEqual([])
  })

  it('earns at once what needs no shipping, and what others have sent', async () => {
    const shop = await aShop({ sellerEarnsWhen: 'handed_over' })
    await shop.tell('A', 700, [{ externalLineId: 'd', name: 'Download', kind: 'digital', quantity: 1, total: 700 }])
    expect(await shop.owed()).toBe(700)
    const tea = { externalLineId: 'tea', sku: shop.tea.sku, name: 'Tea', quantity: 2, total: 2000 }
    await shop.tell('B', 2000, [{ ...tea, fulfilledQuantity: 1 }])
    expect(await shop.owed()).toBe(700 + 1000)
  })

  it('is not given a refund of pieces that never left', async () => {
    const shop = await aShop({ sellerEarnsWhen: 'handed_over' })
    await place(shop, 'A')
    await shop.handOver('A', [{ sku: shop.tea.sku, quantity: 1 }])
    const lines = [{ externalLineId: 'cup', quantity: 2, amount: 1000 }]
    await place(shop, 'A', { refunds: [{ externalRefundId: 'r1', amount: 1000, lines }] })
    expect(await shop.amounts()).toEqual([1000])
    await shop.handOver('A')
    // The cups left after all, and their buyer has the money back.
    expect(await shop.owed()).toBe(1000)
  })
})

describe('a seller that earns some days after delivery', () => {
  it('earns when the day begins that is so many days later', async () => {
    const shop = await aShop({ sellerEarnsWhen: 'delivered', sellerEarnsAfterDays: 14 })
    await place(shop, 'A')
    await shop.handOver('A', undefined, { handedOverAt: YESTERDAY })
    expect(await shop.charges()).toEqual([])
    await deliver(YESTERDAY)
    await settleAt(startOfDayAfter(14), 1)
    expect(await shop.charges()).toEqual([])
    await settleAt(startOfDayAfter(14))
    await settleAt(startOfDayAfter(15))
    expect(await shop.charges()).toMatchObject([{ amount: 2000, occurredAt: startOfDayAfter(14) }])
  })

  it('earns as soon as it is told without days, and nothing for a parcel that comes back', async () => {
    const shop = await aShop({ sellerEarnsWhen: 'delivered' })
    await place(shop, 'A')
    await shop.handOver('A', [{ sku: shop.tea.sku, quantity: 1 }])
    await deliver()
    expect(await shop.amounts()).toEqual([1000])
    await shop.handOver('A')
    expect(await shop.amounts()).toEqual([1000])
  })

  it('loses what was refunded before it was earned', async () => {
    const shop = await aShop({ sellerEarnsWhen: 'delivered', sellerEarnsAfterDays: 2 })
    await place(shop, 'A')
    await shop.handOver('A', undefined, { handedOverAt: YESTERDAY })
    await deliver(YESTERDAY)
    await shop.takeBack('A', shop.tea.sku, 1, { resolution: 'refunded', refundAmount: 1000 })
    expect(await shop.charges()).toEqual([])
    await settleAt(startOfDayAfter(2))
    expect(await shop.owed()).toBe(1000)
  })
})

describe('the terms of an order', () => {
  it('are those of its channel when it was accepted', async () => {
    const shop = await aShop({ sellerEarnsWhen: 'handed_over' })
    await place(shop, 'A')
    const orderSettings = { sellerEarnsWhen: 'accepted' }
    expect((await owner.patch(`/api/sales/channels/${shop.channel.id}`, { orderSettings })).status).toBe(200)
    await place(shop, 'B')
    await place(shop, 'A', { number: 'A' })
    expect((await shop.charges()).map(({ description }) => description)).toEqual(['Order B'])
  })
})

describe('a commission', () => {
  const COMMISSION = { percent: 12.5, amount: 30 }
  const aCommission = async (shop: Shop, ...commissions: object[]) => {
    const { status, text } = await aTariff(owner, shop.seller.id, { basis: 'goods', rates: [], commissions })
    expect(status, text).toBe(201)
  }
  const byType = async (shop: Shop) => {
    const sums: Record<string, number> = {}
    for (const { chargeType, amount } of await shop.charges()) sums[chargeType] = (sums[chargeType] ?? 0) + amount
    return sums
  }
  const refund = (shop: Shop, refundAmount: number) =>
    shop.takeBack('A', shop.tea.sku, 1, { resolution: 'refunded', refundAmount })

  it.each([
    [100, 280 / 2, 280],
    [50, 280 / 4, 280 / 2],
    [0, 0, 0],
  ])('of which a refund gives back %i percent', async (refundedPercent, afterHalf, afterAll) => {
    const shop = await aShop({})
    await aCommission(shop, { ...COMMISSION, refundedPercent })
    await place(shop, 'A')
    await shop.handOver('A')
    // 12.5 percent of 20.00, and 0.30 for the order.
    expect(await byType(shop)).toEqual({ order: 2000, commission: -280 })
    await refund(shop, 1000)
    expect(await byType(shop)).toEqual({ order: 2000, refund: -1000, commission: -280 + afterHalf })
    await shop.takeBack('A', shop.cup.sku, 2, { resolution: 'refunded', refundAmount: 1000 })
    expect(await byType(shop)).toMatchObject({ commission: afterAll - 280 })
  })

  it('is given back whole for an order of which nothing was sent', async () => {
    const shop = await aShop({})
    await aCommission(shop, { ...COMMISSION, refundedPercent: 0 })
    await place(shop, 'A')
    await place(shop, 'A', { status: 'cancelled' })
    expect(await byType(shop)).toEqual({ order: 0, commission: 0 })
  })

  it('is of the sales without tax if the tariff says so', async () => {
    const shop = await aShop({})
    await aCommission(shop, { percent: 10, of: 'net' })
    const taxes = [{ name: 'VAT', ratePercent: 19, amount: 190 }]
    await shop.tell('A', 1190, [{ sku: shop.tea.sku, name: 'Tea', quantity: 1, total: 1190, taxes }])
    expect(await byType(shop)).toEqual({ order: 1190, commission: -100 })
  })

  it('is that of the channel, or else the one for all others, and follows what is earned', async () => {
    const shop = await aShop({ sellerEarnsWhen: 'handed_over' })
    await aCommission(shop, { percent: 10 }, { percent: 20, channelId: shop.channel.id })
    await place(shop, 'A')
    await shop.handOver('A', [{ sku: shop.tea.sku, quantity: 1 }])
    expect(await byType(shop)).toEqual({ order: 1000, commission: -200 })
    await shop.handOver('A')
    expect(await byType(shop)).toEqual({ order: 2000, commission: -400 })
  })

  it('is refused with all violations', async () => {
    const shop = await aShop({})
    const commissions = [{ percent: 1.2345678 }, { percent: 1, channelId: null }, { percent: 0 }]
    const answer = await aTariff(owner, shop.seller.id, { basis: 'goods', rates: [], commissions })
    expect(answer.body.violations.map((each: { propertyPath: string }) => each.propertyPath)).toEqual([
      'commissions[0].percent',
      'commissions[1].channelId',
      'commissions[2].channelId',
      'commissions[2]',
    ])
    const empty = await aTariff(owner, shop.seller.id, { basis: 'goods', rates: [] })
    expect(empty.body.violations).toMatchObject([{ propertyPath: 'rates' }])
    const custody = await aTariff(owner, shop.seller.id, { commissions: [{ percent: 1 }] })
    expect(custody.body.violations).toMatchObject([{ propertyPath: 'commissions' }])
    const other = await aSellingShop(await aMember())
    const foreign = [{ percent: 1, channelId: other.channel.id }]
    expect((await aTariff(owner, shop.seller.id, { basis: 'goods', commissions: foreign })).status).toBe(400)
  })
})

describe('a settlement with orders that were not sent', () => {
  it('warns before and when it is approved, and names the orders', async () => {
    const shop = await aShop({})
    await place(shop, 'A')
    await place(shop, 'B')
    await shop.tell('C', 5000, [{ sku: 'NOBODY-KNOWS', name: 'Tea', quantity: 1, total: 5000 }])
    await shop.handOver('A')
    const { body } = await settle(owner, shop.seller.id)
    const warnings = [
      { code: 'ORDERS_OPEN', message: expect.stringContaining('2 orders'), orders: ['B', 'C'], amount: 7000 },
    ]
    expect((await owner.get(of(body))).body.warnings).toEqual(warnings)
    const approved = await owner.post(of(body, 'approve'))
    expect([approved.status, approved.body.warnings]).toEqual([200, warnings])
    await shop.handOver('B')
    const [open] = (await ordersOf(owner, (await shop.find('B')).id)) as unknown[]
    expect(open).toBeDefined()
    expect((await owner.get(of(body))).body.warnings).toMatchObject([{ orders: ['C'] }])
  })
})
