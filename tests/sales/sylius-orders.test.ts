import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Id } from '../../lib/platform/id.ts'
import { findOrdersByExternalId } from '../../lib/sales/orders/order-store.ts'
import { type Sample, sample } from '../connectors/servers/sample.ts'
import { startSylius } from '../connectors/servers/sylius.ts'
import type { ContentGiven } from '../connectors/servers/sylius-orders.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { ordersOf } from './orders.ts'
import { later, simulating, syncing } from './sync.ts'

const DAY_MS = 86_400_000
const INCLUDED = { name: 'VAT', percent: 19, included: true }
const ADDED = { name: 'Sales tax', percent: 7.25, included: false }

let owner: Member
let shop: Awaited<ReturnType<typeof startSylius>>
let channel: { id: string }
/** Connects a channel of a tenant of its own, since the channels of one tenant share the orders of a shop. */
const connect = async (syncSettings: object = {}) => {
  owner = await aMember()
  const { type, credentials } = shop
  channel = await aChannel(owner, { type, credentials, syncSettings: { daysToLookBack: 30, ...syncSettings } })
}
beforeEach(async () => {
  shop = await startSylius()
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(shop.address, shop.server.url) }) },
  })
  await connect()
})
afterEach(() => shop.server.stop())
afterAll(() => useApp(undefined))

const ago = (days: number) => new Date(app().clock().getTime() - days * DAY_MS).toISOString()
const fresh = (more: Partial<Sample> = {}) => sample(1, { placedAt: ago(1), modifiedAt: ago(1), ...more })

const show = async (id = 1) => {
  await syncing(owner, channel)
  const { orders } = await ordersOf(owner, { channelId: channel.id })
  const found = orders.find(({ externalOrderId }) => Number(externalOrderId) === id)
  return (await owner.get(`/api/sales/orders/${found?.id}`)).body
}

const CONTENT: ContentGiven = {
  items: [
    { id: 10, unitPrice: 1000, quantity: 3, rate: INCLUDED },
    { id: 11, variant: 'BOOK-1', productName: 'Book', unitPrice: 1999, quantity: 1, rate: { ...INCLUDED, percent: 7 } },
  ],
  shipments: [{ id: 1, price: 500, rate: INCLUDED }],
}

it('shows the parts of an order with taxes that its prices contain', async () => {
  shop.putWith(fresh(), CONTENT)
  expect(await show()).toMatchObject({
    ...{
      status: 'accepted',
      total: 5499,
      pricesIncludeTax: true,
      adjustment: null,
      paymentStatus: 'paid',
      keptAmount: 5499,
    },
    payment: { method: 'card', authorizedAmount: null, paidAmount: null },
    lineItems: [
      {
        ...{ externalLineId: '10', sku: 'TEA-1', quantity: 3, total: 3000, unitPrice: 1000 },
        taxes: [{ name: 'VAT', ratePercent: 19, amount: 479 }],
      },
      { sku: 'BOOK-1', quantity: 1, total: 1999, taxes: [{ name: 'VAT', ratePercent: 7, amount: 131 }] },
    ],
    shippingLines: [
      { externalLineId: '1', code: 'dhl', name: 'DHL', total: 500, taxes: [{ ratePercent: 19, amount: 80 }] },
    ],
  })
})

it('adds taxes that prices do not contain, after the discounts', async () => {
  shop.putWith(fresh(), {
    items: [
      {
        ...{ id: 10, unitPrice: 1000, quantity: 3, rate: ADDED },
        promotions: [{ name: 'Three for less', amount: 500 }],
      },
    ],
    shipments: [{ id: 1, price: 600, promotion: 100, rate: ADDED }],
  })
  // 25.00 and 1.81; 5.00 and 0.36
  expect(await show()).toMatchObject({
    ...{ total: 3217, pricesIncludeTax: false, adjustment: null },
    lineItems: [{ total: 2681, discountAmount: 536, taxes: [{ name: 'Sales tax', ratePercent: 7.25, amount: 181 }] }],
    shippingLines: [{ total: 536, discountAmount: 107, taxes: [{ ratePercent: 7.25, amount: 36 }] }],
    discounts: [
      { name: 'Three for less', amount: 500 },
      { name: 'Cheaper shipping', amount: 100 },
    ],
  })
})

it('computes a rate that the name of a tax does not tell', async () => {
  shop.putWith(fresh(), CONTENT)
  shop.relabel(1, 'Steuer')
  expect(await show()).toMatchObject({
    lineItems: [{ taxes: [{ name: 'Steuer', ratePercent: 19 }] }, { taxes: [{ name: 'Steuer', ratePercent: 7 }] }],
  })
})

it('shows two shipments and what a plugin adds to the order', async () => {
  shop.putWith(fresh(), {
    items: CONTENT.items,
    shipments: [
      { id: 1, price: 500 },
      { id: 2, method: 'ups', price: 700 },
    ],
    others: [
      { type: 'gift_wrap', label: 'Gift wrap', amount: 250 },
      { type: 'gift_card', label: 'Gift card', amount: -1000 },
    ],
  })
  expect(await show()).toMatchObject({
    ...{ total: 5449, adjustment: null },
    lineItems: [
      {},
      {},
      { kind: 'fee', name: 'Gift wrap', total: 250 },
      { kind: 'discount', name: 'Gift card', total: -1000 },
    ],
    shippingLines: [
      { code: 'dhl', total: 500 },
      { code: 'ups', total: 700 },
    ],
  })
})

it('shows how far discounts exceed an order, because the shop stops at nothing', async () => {
  shop.putWith(fresh(), {
    items: [{ id: 10, unitPrice: 1000, quantity: 1 }],
    others: [{ type: 'gift_card', label: 'Gift card', amount: -1500 }],
  })
  expect(await show()).toMatchObject({ total: 0, adjustment: { amount: 500, reason: 'unexplained' } })
})

it('shows the shipping as one sum if the shop shows no adjustments', async () => {
  shop.mode.showsAdjustments = false
  shop.putWith(fresh(), CONTENT)
  expect(await show()).toMatchObject({
    ...{ total: 5499, adjustment: null, pricesIncludeTax: null },
    lineItems: [{ total: 3000, taxes: null }, { total: 1999 }],
    shippingLines: [{ code: 'dhl', total: 500, taxes: null }],
  })
})

it.each([
  ['awaiting_payment', 'unpaid'],
  ['partially_authorized', 'unpaid'],
  ['authorized', 'authorized'],
  ['partially_paid', 'partly_paid'],
  ['paid', 'paid'],
  ['partially_refunded', 'partly_refunded'],
  ['refunded', 'refunded'],
  ['cancelled', 'voided'],
  ['disputed', 'unknown'],
])('calls the payment of an order in the state %s %s', async (paymentState, paymentStatus) => {
  shop.putWith(fresh(), CONTENT, { paymentState })
  expect(await show()).toMatchObject({ paymentStatus })
})

it('shows a payment that was refunded, and everything as refunded if the shop says so', async () => {
  const payment = { id: 5, state: 'refunded', amount: 2000, updatedAt: ago(0.5) }
  const paid = [payment, { id: 6, state: 'completed', amount: 3499, updatedAt: ago(0.5) }]
  shop.putWith(fresh(), CONTENT, { paymentState: 'partially_refunded', paid })
  expect(await show()).toMatchObject({
    ...{ keptAmount: 3499, refundedAmount: 2000, payment: { paidAmount: 5499, authorizedAmount: 0 } },
    refunds: [{ externalRefundId: 'payment-5', amount: 2000, isMoneyMoved: true }],
  })
  shop.putWith(fresh(), CONTENT, { paymentState: 'refunded', paid })
  expect(await show()).toMatchObject({ status: 'cancelled', keptAmount: 0, refundedAmount: 5499 })
})

it('shows the code of a province without its country', async () => {
  const { shippingAddress } = shop.shown(fresh())
  const at = (more: object) => ({ ...shippingAddress, countryCode: 'US', ...more })
  shop.put(fresh(), {
    shippingAddress: at({ provinceCode: 'US-CA' }),
    billingAddress: at({ provinceCode: 'CA' }),
  } as never)
  shop.put(fresh({ id: 2 }), { shippingAddress: at({ provinceCode: 'US-CA', provinceName: 'Oregon' }) } as never)
  expect(await show()).toMatchObject({ shippingAddress: { region: 'CA' }, billingAddress: { region: 'CA' } })
  expect(await show(2)).toMatchObject({ shippingAddress: { region: 'Oregon' } })
})

it('reads orders of one kind of state as alternatives, and lets those of several kinds fit all', async () => {
  await connect({ statusFilters: ['paid', 'authorized', 'ready'] })
  const put = (id: number, paymentState: string, shippingState: string) =>
    shop.put(fresh({ id }), { paymentState, shippingState })
  put(1, 'awaiting_payment', 'ready')
  put(2, 'paid', 'shipped')
  put(3, 'paid', 'ready')
  put(4, 'authorized', 'ready')
  await syncing(owner, channel)
  const { orders } = await ordersOf(owner, { channelId: channel.id })
  expect(orders.map(({ externalOrderId }) => Number(externalOrderId)).sort()).toEqual([3, 4])
})

/** Syncs every hour for a day and an hour. */
const syncForADay = async () => {
  for (let hour = 0; hour < 25; hour++) {
    later(3600_000)
    await syncing(owner, channel)
  }
}
const stored = async (id: number) => {
  const key = String(id).padStart(9, '0')
  return (await findOrdersByExternalId(app().db, owner.tenant, channel.id as Id, [key])).get(key)
}

it('follows an order that changes long after it was placed, and imports one that is paid then', async () => {
  const connected = ago(0)
  const day = (days: number) => new Date(Date.parse(connected) + days * DAY_MS).toISOString()
  await connect({ statusFilters: ['paid'], daysToLookBack: 1 })
  const placed = { placedAt: day(0.1), modifiedAt: day(0.1) }
  const before = { placedAt: day(-20), modifiedAt: day(-20) }
  later(DAY_MS)
  shop.put(sample(1, placed))
  shop.put(sample(2, placed), { paymentState: 'awaiting_payment' })
  shop.put(sample(3, before))
  await syncing(owner, channel)
  expect(await stored(1)).toMatchObject({ status: 'accepted' })
  later(30 * DAY_MS)
  shop.put(sample(4, { placedAt: ago(1), modifiedAt: ago(1) }))
  await syncForADay()
  shop.put(sample(1, placed), { state: 'cancelled', paymentState: 'cancelled', shippingState: 'cancelled' })
  shop.put(sample(2, placed))
  await syncForADay()
  expect(await stored(1)).toMatchObject({ status: 'cancelled' })
  expect(await stored(2)).toMatchObject({ status: 'accepted', paymentStatus: 'paid' })
  // What was placed before the channel was connected is no order of it.
  expect(await stored(3)).toBeUndefined()
})
