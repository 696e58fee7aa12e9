import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Order } from '../../schemas/sales/order.ts'
import { startWooCommerce } from '../connectors/servers/woocommerce.ts'
import type { WooCart } from '../connectors/servers/woocommerce-order.ts'
import { anInternal, aPolicy, INCIDENTS, statusOf, stocking } from '../fulfilment/fulfilling.ts'
import { aChannel, aVariant } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { simulating, syncing } from './sync.ts'

const VAT = { name: 'VAT', percent: 19 }
const BOOKS = { name: 'Reduced', percent: 7 }
const TEA = { sku: 'TEA', name: 'Tea', quantity: 3, price: 1000, rates: [VAT] }
const DHL = { name: 'DHL', price: 490, rates: [VAT] }
const cart = (more: Partial<WooCart> = {}): WooCart => ({ currency: 'EUR', isGross: true, lines: [TEA], ...more })

let owner: Member
let woo: Awaited<ReturnType<typeof startWooCommerce>>
let channelId: string
let secret: string
beforeEach(async () => {
  simulating()
  owner = await aMember()
  woo = await startWooCommerce()
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  const { address, server } = woo
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
  const fields = { type: 'woocommerce', credentials: woo.credentials, syncSettings: { daysToLookBack: 365 } }
  channelId = (await aChannel(owner, fields)).id
  await owner.post(`/api/sales/channels/${channelId}/webhooks`, { topic: 'order.updated' })
  secret = [...woo.hooks.values()][0]?.secret ?? ''
})
afterEach(() => woo.server.stop())
afterAll(() => useApp(undefined))

const shown = async (): Promise<Order> => {
  const { body } = await owner.get(`/api/sales/orders?channelId=${channelId}`)
  return (await owner.get(`/api/sales/orders/${body.member[0]?.id}`)).body
}

/** Sends a webhook of an order, and returns the order as the platform shows it. */
const tell = async (order: object, topic = 'order.updated'): Promise<Order> => {
  const body = JSON.stringify(order)
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  const headers = { 'x-wc-webhook-topic': topic, 'x-wc-webhook-signature': signature }
  expect((await send('POST', `/hooks/channels/${channelId}`, { body, headers })).status).toBe(202)
  await drainEvents()
  return await shown()
}

/** Puts a version of an order into the shop, which tells of it. */
const sell = async (given: WooCart, more: object = {}): Promise<Order> => await tell(woo.putCart(1, given, more).order)

const COMPLETED = { status: 'completed', dateCompleted: '2026-03-02T08:00:00' }

describe('the parts of an order of WooCommerce', () => {
  const given = cart({
    lines: [
      { ...TEA, discounts: [{ code: 'SPRING', amount: 330 }] },
      { sku: 'BOOK', name: 'Book', quantity: 1, price: 1070, rates: [BOOKS] },
    ],
    shipping: [DHL, { name: 'Express', price: 250 }],
    fees: [
      { name: 'Packaging', price: 119, rates: [VAT] },
      { name: 'Gift card', price: -500 },
    ],
    paymentMethod: 'paypal',
  })
  const parts = {
    ...{ status: 'accepted', currency: 'EUR', total: 4099, pricesIncludeTax: true, adjustment: null },
    ...{ serviceLevel: 'dhl', keptAmount: 4099, refunds: [], shopCurrency: null },
    lineItems: [
      {
        ...{ externalLineId: '1', kind: 'goods', sku: 'TEA', quantity: 3, unitPrice: 890, total: 2670 },
        ...{ discountAmount: 330, taxes: [{ name: 'VAT', ratePercent: 19, amount: 426 }] },
      },
      { sku: 'BOOK', total: 1070, taxes: [{ name: 'Reduced', ratePercent: 7, amount: 70 }] },
      { kind: 'fee', name: 'Packaging', total: 119, taxes: [{ name: 'VAT', ratePercent: 19, amount: 19 }] },
      { kind: 'discount', name: 'Gift card', total: -500, taxes: [] },
    ],
    shippingLines: [
      { code: 'dhl', name: 'DHL', total: 490, taxes: [{ name: 'VAT', ratePercent: 19, amount: 78 }] },
      { code: 'express', name: 'Express', total: 250, taxes: [] },
    ],
    discounts: [{ code: 'SPRING', amount: 330 }],
    paymentStatus: 'paid',
    payment: { method: 'paypal', authorizedAmount: null, paidAmount: 4099 },
  }

  it('are its lines, fees and shipping with the taxes that these contain, and its coupons', async () => {
    expect(await sell(given)).toMatchObject(parts)
  })

  it('are the same when a sync reads them', async () => {
    woo.putCart(1, given)
    await syncing(owner, { id: channelId })
    expect(await shown()).toMatchObject(parts)
  })

  it('contain the taxes that a shop with net prices adds', async () => {
    const order = await sell(cart({ isGross: false, lines: [{ ...TEA, price: 333 }], shipping: [DHL] }))
    expect(order).toMatchObject({
      ...{ total: 1772, pricesIncludeTax: false, adjustment: null, totals: { tax: 283 } },
      ...{ lineItems: [{ total: 1189, taxes: [{ amount: 190 }] }], shippingLines: [{ total: 583 }] },
    })
  })

  it('round taxes in the prices down at the half, as the shop does', async () => {
    const lines = [{ ...TEA, quantity: 1, price: 999, rates: [{ name: 'VAT', percent: 20 }] }]
    expect(await sell(cart({ lines }))).toMatchObject({
      ...{ total: 999, adjustment: null, lineItems: [{ total: 999, taxes: [{ ratePercent: 20, amount: 166 }] }] },
    })
  })

  it('show what a shop that rounds taxes once for each order has beyond its lines', async () => {
    const rates = [{ name: 'VAT', percent: 19 }]
    const lines = [1, 2, 3].map((n) => ({ ...TEA, sku: `T-${n}`, quantity: 1, price: 13, rates }))
    const order = await sell(cart({ isGross: false, lines, roundsAtSubtotal: true }))
    // Three times 2.47 are 7.41 of tax, and each line shows 2.
    expect(order).toMatchObject({ total: 46, adjustment: { amount: 1, reason: 'rounding' } })
  })

  it('are all digital in an order that the shop does not process, which nobody fulfils', async () => {
    await aPolicy(owner)
    const lines = [{ sku: 'EBOOK', name: 'A book to download', quantity: 1, price: 900 }]
    const order = await sell(cart({ lines, needsProcessing: false }))
    expect(order).toMatchObject({ status: 'accepted', lineItems: [{ kind: 'digital' }], adjustment: null })
    expect(await statusOf(owner, order.id)).toBe('none')
    expect((await owner.get(`${INCIDENTS}?status=open`)).body.member).toEqual([])
  })

  it('need no SKU where a line is free text, and block nothing', async () => {
    const variant = await aVariant(owner)
    await aPolicy(owner)
    await stocking(owner, variant.id, (await anInternal(owner)).id, 5)
    const lines = [
      { ...TEA, sku: variant.sku, quantity: 1 },
      { sku: null, name: 'Engraving', quantity: 1, price: 300, kind: 'free_text' as const },
    ]
    const order = await sell(cart({ lines }))
    expect(order.lineItems.map(({ kind }) => kind)).toEqual(['goods', 'other'])
    expect(await statusOf(owner, order.id)).toBe('in_progress')
    expect((await owner.get(`${INCIDENTS}?status=open`)).body.member).toEqual([])
  })

  it.each([
    ['are parts of a bundle, which is not sent itself', false, ['bundle', 'goods', 'goods']],
    ['are the bundle if its parts are sent in it', true, ['goods', 'other', 'other']],
  ])('%s', async (_, isAssembled, kinds) => {
    const lines = [
      { ...TEA, sku: 'SET', quantity: 1, price: 1500 },
      { ...TEA, quantity: 1, price: 0, bundle: '0' },
      { ...TEA, sku: 'CUP', quantity: 2, price: 0, bundle: '0' },
    ]
    const order = await sell(cart({ lines, isAssembled }))
    expect(order).toMatchObject({ total: 1500, adjustment: null })
    expect(order.lineItems.map(({ kind }) => kind)).toEqual(kinds)
    expect(order.lineItems.slice(1).map(({ bundleId }) => bundleId)).toEqual(['1', '1'])
  })

  it('have exact totals where no price of a piece is, and lines that cost nothing', async () => {
    const lines = [
      { ...TEA, price: 334, discounts: [{ code: 'THREE', amount: 2 }] },
      { ...TEA, sku: 'CUP', quantity: 7, price: 1290, discounts: [{ code: 'TEN', amount: 632 }] },
      { ...TEA, sku: 'GIFT', quantity: 1, price: 0 },
    ]
    expect(await sell(cart({ lines }))).toMatchObject({
      ...{ total: 9398, adjustment: null },
      lineItems: [
        { quantity: 3, unitPrice: 333, total: 1000 },
        { quantity: 7, total: 8398 },
        { quantity: 1, total: 0 },
      ],
    })
  })
})

describe('the payment of an order of WooCommerce', () => {
  it.each([
    ['pending', null, 'unpaid', 'held'],
    ['on-hold', null, 'unpaid', 'held'],
    ['failed', null, 'unpaid', 'held'],
    ['processing', '2026-03-01T00:00:05', 'paid', 'accepted'],
    ['completed', '2026-03-01T00:00:05', 'paid', 'accepted'],
    ['cancelled', null, 'unpaid', 'cancelled'],
    ['refunded', '2026-03-01T00:00:05', 'refunded', 'cancelled'],
    ['at-the-tailor', null, 'unknown', 'held'],
    ['at-the-tailor', '2026-03-01T00:00:05', 'paid', 'held'],
  ])('that is %s, paid on %s, is %s', async (status, datePaid, paymentStatus, here) => {
    expect(await sell(cart({ status, datePaid }))).toMatchObject({ status: here, paymentStatus })
  })

  it('on delivery is none yet, though the shop releases the order', async () => {
    expect(await sell(cart({ datePaid: null, paymentMethod: 'cod' }))).toMatchObject({
      ...{ status: 'accepted', paymentStatus: 'unpaid', payment: { method: 'cod', paidAmount: 0 } },
    })
  })

  it('comes days after the order was placed, or after it failed or was cancelled', async () => {
    const before = await sell(cart({ status: 'on-hold', datePaid: null, paymentMethod: 'bacs' }))
    for (const status of ['failed', 'cancelled'])
      expect(await sell(cart({ status, datePaid: null, paymentMethod: 'bacs' }))).toMatchObject({ id: before.id })
    const after = await sell(cart({ paymentMethod: 'bacs' }), { date_created_gmt: before.placedAt })
    expect(after).toMatchObject({ id: before.id, status: 'accepted', paymentStatus: 'paid', placedAt: before.placedAt })
  })

  it('is paid if the order costs nothing', async () => {
    const lines = [{ ...TEA, discounts: [{ code: 'FREE', amount: 3000 }] }]
    expect(await sell(cart({ lines, datePaid: null }))).toMatchObject({
      ...{ status: 'accepted', total: 0, paymentStatus: 'paid', adjustment: null },
      ...{ lineItems: [{ quantity: 3, total: 0, discountAmount: 3000 }] },
    })
  })
})

describe('a refund of an order of WooCommerce', () => {
  it('of a piece that had not left takes it out of quantity and total', async () => {
    const refunds = [{ lines: [{ line: 0, quantity: 1 }], note: 'Out of stock' }]
    expect(await sell(cart({ refunds }))).toMatchObject({
      ...{ status: 'accepted', total: 2000, paymentStatus: 'partly_refunded', keptAmount: 2000, adjustment: null },
      lineItems: [
        {
          ...{ quantity: 2, orderedQuantity: 3, cancelledQuantity: 1, refundedQuantity: 0, total: 2000 },
          taxes: [{ ratePercent: 19, amount: 319 }],
        },
      ],
      refunds: [
        {
          ...{ externalRefundId: '900', refundedAt: '2026-03-02T10:00:00.000Z', amount: 1000, isMoneyMoved: true },
          ...{ reason: 'Out of stock', lines: [{ lineId: '1', quantity: 1, amount: 1000, isRemoved: true }] },
        },
      ],
    })
  })

  it('stays one of a piece that had not left when the order is completed later', async () => {
    const refunds = [{ lines: [{ line: 0, quantity: 1 }], at: '2026-03-02T07:59:59Z' }]
    await sell(cart({ refunds }))
    expect(await sell(cart({ refunds, ...COMPLETED }))).toMatchObject({ total: 2000, lineItems: [{ quantity: 2 }] })
  })

  it('of a piece of a completed order leaves quantity and total', async () => {
    await sell(cart())
    const refunds = [{ lines: [{ line: 0, quantity: 1 }], at: '2026-03-02T08:00:00Z' }]
    expect(await sell(cart({ refunds, ...COMPLETED }))).toMatchObject({
      ...{ total: 3000, paymentStatus: 'partly_refunded', keptAmount: 2000, adjustment: null },
      lineItems: [{ quantity: 3, refundedQuantity: 1, cancelledQuantity: 0, total: 3000 }],
      refunds: [{ amount: 1000, lines: [{ quantity: 1, amount: 1000, isRemoved: false }] }],
    })
  })

  it('is the same when a sync reads it', async () => {
    woo.putCart(1, cart({ refunds: [{ lines: [{ line: 0, quantity: 1 }] }] }))
    await syncing(owner, { id: channelId })
    expect(await shown()).toMatchObject({ total: 2000, keptAmount: 2000, lineItems: [{ quantity: 2, total: 2000 }] })
  })

  it('of an amount leaves the lines as they are', async () => {
    expect(await sell(cart({ refunds: [{ amount: 500 }] }))).toMatchObject({
      ...{ total: 3000, keptAmount: 2500, adjustment: null, lineItems: [{ quantity: 3, total: 3000 }] },
      refunds: [{ amount: 500, lines: [], shippingAmount: 0 }],
    })
  })

  it('of an amount of a line names the line without pieces', async () => {
    const refunds = [{ lines: [{ line: 0, quantity: 0, amount: 250 }] }]
    expect(await sell(cart({ refunds }))).toMatchObject({
      ...{ total: 3000, keptAmount: 2750, lineItems: [{ quantity: 3, refundedQuantity: 0 }] },
      refunds: [{ amount: 250, lines: [{ lineId: '1', quantity: 0, amount: 250, isRemoved: false }] }],
    })
  })

  it('that staff deletes again is gone, with what it had taken off', async () => {
    await sell(cart({ refunds: [{ lines: [{ line: 0, quantity: 1 }] }] }))
    expect(await sell(cart())).toMatchObject({
      ...{ total: 3000, keptAmount: 3000, refundedAmount: 0, paymentStatus: 'paid', refunds: [] },
      lineItems: [{ quantity: 3, cancelledQuantity: 0, total: 3000 }],
    })
  })

  it('of more than was paid leaves nothing, and never less', async () => {
    expect(await sell(cart({ refunds: [{ amount: 3000 }, { amount: 500 }] }))).toMatchObject({
      ...{ total: 3000, refundedAmount: 3500, keptAmount: 0, paymentStatus: 'refunded' },
    })
  })

  it('of shipping says how much of it went back', async () => {
    expect(await sell(cart({ shipping: [DHL], refunds: [{ shipping: 490 }] }))).toMatchObject({
      ...{ total: 3490, keptAmount: 3000, adjustment: null, shippingLines: [{ total: 490 }] },
      refunds: [{ amount: 490, shippingAmount: 490, lines: [] }],
    })
  })

  it('of a piece for less than it cost leaves the difference', async () => {
    const refunds = [{ lines: [{ line: 0, quantity: 1 }], amount: 800 }]
    expect(await sell(cart({ refunds }))).toMatchObject({ total: 2000, keptAmount: 2200, refundedAmount: 800 })
  })

  it('that staff pays by hand has not moved money in the shop', async () => {
    const refunds = [{ lines: [{ line: 0, quantity: 1 }], status: 'PENDING' as const }]
    expect(await sell(cart({ refunds }))).toMatchObject({ keptAmount: 2000, refunds: [{ isMoneyMoved: false }] })
  })

  it('of everything without lines, as the word of the shop makes it, ends the order', async () => {
    await sell(cart())
    const order = await sell(cart({ status: 'refunded', refunds: [{ amount: 3000 }] }))
    expect(order).toMatchObject({
      ...{ status: 'cancelled', paymentStatus: 'refunded', total: 3000, keptAmount: 0 },
      ...{ lineItems: [{ quantity: 3 }], refunds: [{ lines: [] }] },
    })
  })

  it('that the shop no longer has is gone', async () => {
    expect(await sell(cart({ refunds: [{ lines: [{ line: 0, quantity: 1 }] }] }))).toMatchObject({ total: 2000 })
    expect(await sell(cart())).toMatchObject({
      ...{ total: 3000, keptAmount: 3000, refunds: [], paymentStatus: 'paid' },
      ...{ lineItems: [{ quantity: 3, cancelledQuantity: 0, total: 3000 }] },
    })
  })

  it('of more than the order costs leaves nothing', async () => {
    expect(await sell(cart({ refunds: [{ amount: 3500 }] }))).toMatchObject({
      ...{ total: 3000, keptAmount: 0, refundedAmount: 3500, paymentStatus: 'refunded' },
    })
  })

  it('is read with one more request, and only of orders that have refunds', async () => {
    const asked = () => woo.server.asked.filter(({ path }) => path.endsWith('/refunds')).length
    await sell(cart())
    expect(asked()).toBe(0)
    await sell(cart({ refunds: [{ amount: 500 }, { amount: 100 }] }))
    expect(asked()).toBe(1)
  })
})

it('the shop is asked which version of an order is the newer one if two of them have the same second', async () => {
  const at = { date_modified_gmt: '2026-03-01T10:00:00' }
  const placed = structuredClone(woo.putCart(1, cart({ status: 'pending', datePaid: null }), at).order)
  const asked = () => woo.server.asked.filter(({ path }) => path.endsWith('/orders/1')).length
  const paid = cart()
  expect(await sell(paid, at)).toMatchObject({ status: 'accepted', paymentStatus: 'paid' })
  expect(asked()).toBe(0)
  expect(await tell(placed)).toMatchObject({ status: 'accepted', paymentStatus: 'paid' })
  expect(asked()).toBe(1)
})

describe('an order of WooCommerce that goes to the trash', () => {
  it('is cancelled, and begins again when it is restored, as the same order', async () => {
    const variant = await aVariant(owner)
    await aPolicy(owner)
    await stocking(owner, variant.id, (await anInternal(owner)).id, 5)
    const given = cart({ lines: [{ ...TEA, sku: variant.sku }] })
    expect((await owner.post(`/api/sales/channels/${channelId}/webhooks`, { topic: 'order.restored' })).status).toBe(
      201,
    )
    const placed = await sell(given)
    expect(await statusOf(owner, placed.id)).toBe('in_progress')
    woo.putCart(1, given, { status: 'trash' })
    const gone = await tell({ id: 1 }, 'order.deleted')
    expect(gone).toMatchObject({ id: placed.id, status: 'cancelled', platformStatus: 'trash' })
    expect(await statusOf(owner, placed.id)).toBe('cancelled')
    const back = await tell(woo.putCart(1, given, { status: 'processing' }).order, 'order.restored')
    expect(back).toMatchObject({
      id: placed.id,
      status: 'accepted',
      cancellationReason: null,
      keptAmount: placed.keptAmount,
    })
    expect(await statusOf(owner, placed.id)).toBe('in_progress')
    expect((await owner.get(`/api/sales/orders?channelId=${channelId}`)).body.totalItems).toBe(1)
    expect((await owner.get(`${INCIDENTS}?status=open`)).body.member).toEqual([])
  })
})
