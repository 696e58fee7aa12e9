import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Order } from '../../schemas/sales/order.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import type { ShopifyCart } from '../connectors/servers/shopify-order.ts'
import { anInternal, aPolicy, INCIDENTS, stocking } from '../fulfilment/fulfilling.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { aShopifyChannel } from './hooks.ts'
import { simulating } from './sync.ts'

const VAT = { name: 'VAT', percent: 19 }
const BOOKS = { name: 'VAT reduced', percent: 7 }
const TEA = { sku: 'TEA', name: 'Tea', quantity: 3, price: 1000, rates: [VAT] }
const DHL = { name: 'DHL', price: 490, rates: [VAT] }
const cart = (more: Partial<ShopifyCart> = {}): ShopifyCart => ({
  currency: 'EUR',
  isGross: true,
  lines: [TEA],
  ...more,
})

let owner: Member
let shop: Awaited<ReturnType<typeof startShopify>>
let channel: Awaited<ReturnType<typeof aShopifyChannel>>
beforeEach(async () => {
  simulating()
  owner = await aMember()
  shop = await startShopify()
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  const { address, server } = shop
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
  channel = await aShopifyChannel(owner, shop)
})
afterEach(() => shop.server.stop())
afterAll(() => useApp(undefined))

/** Puts a version of an order into the shop, which sends a webhook, and returns the order as the platform shows it. */
const sell = async (given: ShopifyCart, more: object = {}): Promise<Order> => {
  shop.putCart(1, given, more)
  await channel.tell(1, 'orders/updated')
  await channel.follow()
  const [found] = (await channel.orders()) as unknown as { id: string }[]
  return (await owner.get(`/api/sales/orders/${found?.id}`)).body
}

const money = (amount: string) => ({ presentmentMoney: { amount }, shopMoney: { amount } })
const PARTLY = { financialStatus: 'PARTIALLY_REFUNDED' }

describe('the parts of an order of Shopify', () => {
  it('are its lines and shipping with the taxes that these contain, and its discounts', async () => {
    const order = await sell(
      cart({
        lines: [
          {
            ...TEA,
            discounts: [
              { code: 'SPRING', amount: 300 },
              { name: 'Loyal', amount: 30 },
            ],
          },
          { sku: 'BOOK', name: 'Book', quantity: 1, price: 1070, rates: [BOOKS] },
        ],
        shipping: [{ ...DHL, discounts: [{ code: 'SPRING', amount: 90 }] }],
        fees: [{ name: 'Packaging', price: 119, rates: [VAT] }],
        gateways: ['shopify_payments', 'gift_card'],
      }),
    )
    expect(order).toMatchObject({
      ...{ status: 'accepted', currency: 'EUR', total: 4259, pricesIncludeTax: true, adjustment: null },
      ...{ shopCurrency: null, shopTotal: null, serviceLevel: 'dhl', keptAmount: 4259, refunds: [] },
      lineItems: [
        {
          ...{ externalLineId: '1', kind: 'goods', sku: 'TEA', quantity: 3, unitPrice: 890, total: 2670 },
          ...{ discountAmount: 330, taxes: [{ name: 'VAT', ratePercent: 19, amount: 426 }] },
        },
        { sku: 'BOOK', total: 1070, taxes: [{ name: 'VAT reduced', ratePercent: 7, amount: 70 }] },
        { kind: 'fee', name: 'Packaging', total: 119, taxes: [{ name: 'VAT', ratePercent: 19, amount: 19 }] },
      ],
      shippingLines: [
        { externalLineId: '500', code: 'dhl', name: 'DHL', total: 400, discountAmount: 90, taxes: [{ amount: 64 }] },
      ],
      discounts: [
        { code: 'SPRING', name: null, amount: 390 },
        { code: null, name: 'Loyal', amount: 30 },
      ],
      totals: { lines: 3859, shipping: 400, discount: 420, tax: 579 },
      paymentStatus: 'paid',
      payment: { method: 'shopify_payments, gift_card', authorizedAmount: 0, paidAmount: 4259 },
    })
  })

  it('contain the taxes that a shop with net prices adds, of which a line may have several', async () => {
    const rates = [
      { name: 'GST', percent: 6 },
      { name: 'QST', percent: 2.3 },
    ]
    const order = await sell(cart({ isGross: false, lines: [{ ...TEA, price: 333, rates }] }))
    expect(order).toMatchObject({
      ...{ total: 1082, pricesIncludeTax: false, adjustment: null, totals: { tax: 83 } },
      lineItems: [
        {
          ...{ quantity: 3, total: 1082 },
          taxes: [
            { name: 'GST', ratePercent: 6, amount: 60 },
            { name: 'QST', ratePercent: 2.3, amount: 23 },
          ],
        },
      ],
    })
  })

  it('have a line for duties, which contains no tax of the seller', async () => {
    const order = await sell(cart({ lines: [{ ...TEA, quantity: 1, rates: [] }], duties: 450 }))
    expect(order).toMatchObject({
      ...{ total: 1450, adjustment: null },
      lineItems: [
        { kind: 'goods', total: 1000, taxes: [] },
        { kind: 'duty', name: 'Duties', quantity: 1, total: 450, taxes: [] },
      ],
    })
  })

  it('are in the currency that the customer paid in, with the total of the shop beside it', async () => {
    const lines = [{ ...TEA, quantity: 1, price: 1600, rates: [] }]
    const order = await sell(cart({ currency: 'JPY', shopCurrency: 'EUR', shopPerUnit: 0.57875, lines }))
    expect(order).toMatchObject({
      ...{ currency: 'JPY', total: 1600, shopCurrency: 'EUR', shopTotal: 926, adjustment: null },
      lineItems: [{ total: 1600 }],
    })
  })

  it('keep the total of the shop with pieces that came back', async () => {
    const foreign = { currency: 'JPY', shopCurrency: 'EUR', shopPerUnit: 0.5 }
    const refunds = [{ lines: [{ line: 0, quantity: 1, left: true }] }]
    const order = await sell(cart({ ...foreign, lines: [{ ...TEA, rates: [] }], refunds, ...PARTLY }))
    expect(order).toMatchObject({ total: 3000, shopTotal: 1500, keptAmount: 2000, adjustment: null })
  })

  it('show what is no goods as that, and send the goods alone', async () => {
    const variant = await aVariant(owner)
    await aPolicy(owner)
    await stocking(owner, variant.id, (await anInternal(owner)).id, 5)
    const order = await sell(
      cart({
        lines: [
          { sku: variant.sku, name: 'Tea', quantity: 1, price: 1000, rates: [VAT] },
          { sku: null, name: 'Gift card', quantity: 1, price: 5000, kind: 'gift_card' },
          { sku: null, name: 'Tip', quantity: 1, price: 500, kind: 'tip' },
          { sku: 'EBOOK', name: 'A book to download', quantity: 1, price: 900, kind: 'digital', rates: [BOOKS] },
        ],
        gateways: ['gift_card'],
      }),
    )
    expect(order).toMatchObject({ total: 7400, adjustment: null })
    expect(order.lineItems.map(({ kind }) => kind)).toEqual(['goods', 'gift_card', 'tip', 'digital'])
    await drainEvents()
    const { body } = await owner.get(`/api/fulfilment/orders?salesOrderId=${order.id}`)
    expect(body.member).toMatchObject([{ lines: [{ orderLine: 0, sku: variant.sku, ordered: 1 }] }])
    expect((await owner.get(`${INCIDENTS}?status=open`)).body.member).toEqual([])
  })

  it('are the components of a bundle, which is no line', async () => {
    const lines = [
      { ...TEA, quantity: 1, bundle: '77' },
      { ...TEA, sku: 'CUP', quantity: 2, price: 250, bundle: '77' },
    ]
    const order = await sell(cart({ lines }))
    expect(order).toMatchObject({
      ...{ total: 1500, adjustment: null },
      lineItems: [
        { kind: 'goods', bundleId: '77', total: 1000 },
        { kind: 'goods', bundleId: '77', total: 500 },
      ],
    })
  })

  it('have exact totals where no price of a piece is, and lines that cost nothing', async () => {
    const lines = [
      { ...TEA, price: 334, discounts: [{ name: '3 for 10', amount: 2 }] },
      { ...TEA, sku: 'CUP', quantity: 7, price: 1290, discounts: [{ code: 'TEN', amount: 632 }] },
      { ...TEA, sku: 'GIFT', quantity: 1, price: 0 },
    ]
    const order = await sell(cart({ lines }))
    expect(order).toMatchObject({
      ...{ total: 9398, adjustment: null },
      lineItems: [
        { quantity: 3, unitPrice: 333, total: 1000 },
        { quantity: 7, total: 8398 },
        { quantity: 1, unitPrice: 0, total: 0 },
      ],
    })
  })

  it('are all of a long order', async () => {
    const lines = Array.from({ length: 150 }, (_, i) => ({ ...TEA, sku: `TEA-${i}`, quantity: 1 }))
    const order = await sell(cart({ lines }))
    expect(order).toMatchObject({ lineItemCount: 150, total: 150_000, adjustment: null })
  })
})

describe('the payment of an order of Shopify', () => {
  it.each([
    ['PENDING', 'unpaid', 'held'],
    ['AUTHORIZED', 'authorized', 'accepted'],
    ['PARTIALLY_PAID', 'partly_paid', 'held'],
    ['PAID', 'paid', 'accepted'],
    ['EXPIRED', 'voided', 'held'],
    ['VOIDED', 'voided', 'held'],
  ])('that the shop calls %s is %s', async (financialStatus, paymentStatus, status) => {
    expect(await sell(cart({ financialStatus }))).toMatchObject({ status, paymentStatus })
  })

  it('that a later version of the API calls by a new word is unknown', async () => {
    shop.mode.renamed = { EXPIRED: 'SOMETHING_NEW' }
    const order = await sell(cart({ financialStatus: 'EXPIRED' }))
    expect(order).toMatchObject({ status: 'held', paymentStatus: 'unknown' })
  })

  it('is paid later, without another day on which it was placed', async () => {
    const before = await sell(cart({ financialStatus: 'PENDING', gateways: ['Bank Deposit'] }))
    const unpaid = { method: 'Bank Deposit', authorizedAmount: 0, paidAmount: 0 }
    expect(before).toMatchObject({ status: 'held', paymentStatus: 'unpaid', payment: unpaid })
    const after = await sell(cart({ gateways: ['Bank Deposit'] }), { processedAt: before.placedAt })
    const paid = { status: 'accepted', paymentStatus: 'paid', payment: { paidAmount: 3000 } }
    expect(after).toMatchObject({ id: before.id, placedAt: before.placedAt, ...paid })
  })

  it('can be captured when it is authorized', async () => {
    expect(await sell(cart({ financialStatus: 'AUTHORIZED' }))).toMatchObject({
      payment: { authorizedAmount: 3000, paidAmount: 0 },
    })
  })

  it('is paid if the order costs nothing, of which the shop says no word', async () => {
    const lines = [{ ...TEA, discounts: [{ code: 'FREE', amount: 3000 }] }]
    expect(await sell(cart({ lines, financialStatus: null }))).toMatchObject({
      ...{ status: 'accepted', total: 0, paymentStatus: 'paid', adjustment: null },
      ...{ lineItems: [{ quantity: 3, total: 0, discountAmount: 3000 }] },
    })
    expect(await sell(cart({ financialStatus: null }))).toMatchObject({ paymentStatus: 'unknown' })
  })
})

describe('pieces of an order of Shopify', () => {
  it('that an edit removed are in no quantity and no total', async () => {
    expect(await sell(cart({ edited: [{ line: 0, quantity: 1 }] }))).toMatchObject({
      ...{ total: 2000, paymentStatus: 'paid', keptAmount: 2000, adjustment: null, refunds: [] },
      lineItems: [{ quantity: 2, orderedQuantity: 3, cancelledQuantity: 1, refundedQuantity: 0, total: 2000 }],
    })
  })

  it('that were refunded before they left are in no quantity and no total', async () => {
    const refunds = [{ lines: [{ line: 0, quantity: 1, left: false }], note: 'Out of stock' }]
    expect(await sell(cart({ refunds, ...PARTLY }))).toMatchObject({
      ...{ status: 'accepted', total: 2000, paymentStatus: 'partly_refunded', keptAmount: 2000, adjustment: null },
      lineItems: [
        {
          ...{ quantity: 2, cancelledQuantity: 1, refundedQuantity: 0, total: 2000 },
          taxes: [{ ratePercent: 19, amount: 319 }],
        },
      ],
      refunds: [
        {
          ...{ externalRefundId: '900', refundedAt: '2026-03-02T10:00:00.000Z', amount: 1000, isMoneyMoved: true },
          ...{ reason: 'Out of stock', shippingAmount: 0 },
          lines: [{ lineId: '1', quantity: 1, amount: 1000, isRemoved: true }],
        },
      ],
      refundedAmount: 1000,
    })
  })

  it('that came back after they had left stay in quantities and totals', async () => {
    const refunds = [{ lines: [{ line: 0, quantity: 1, left: true }] }]
    expect(await sell(cart({ refunds, sent: [{ line: 0, quantity: 3 }], ...PARTLY }))).toMatchObject({
      ...{ total: 3000, paymentStatus: 'partly_refunded', keptAmount: 2000, adjustment: null },
      lineItems: [{ quantity: 3, cancelledQuantity: 0, refundedQuantity: 1, total: 3000, taxes: [{ amount: 479 }] }],
      refunds: [{ amount: 1000, lines: [{ quantity: 1, amount: 1000, isRemoved: false }] }],
    })
  })

  it.each([
    ['had left as far as the shop has sent them', 3, { quantity: 3, refundedQuantity: 1, total: 3000 }],
    ['had not left if the shop has sent none', 0, { quantity: 2, refundedQuantity: 0, total: 2000 }],
  ])('that were refunded and not restocked %s', async (_, quantity, line) => {
    const refunds = [{ lines: [{ line: 0, quantity: 1 }] }]
    const sent = quantity ? [{ line: 0, quantity }] : []
    const order = await sell(cart({ refunds, sent, ...PARTLY }))
    expect(order).toMatchObject({ total: line.total, keptAmount: 2000, lineItems: [line], adjustment: null })
  })

  it('that were taken off for less than they cost leave the difference', async () => {
    const refunds = [{ lines: [{ line: 0, quantity: 1, left: false }], amount: 800 }]
    expect(await sell(cart({ refunds, ...PARTLY }))).toMatchObject({
      ...{ total: 2000, keptAmount: 2200, refundedAmount: 800 },
      refunds: [{ amount: 800, lines: [{ amount: 1000, isRemoved: true }] }],
    })
  })

  it('that came back for less than they cost lower what is kept by that', async () => {
    const refunds = [{ lines: [{ line: 0, quantity: 1, left: true }], amount: 800 }]
    expect(await sell(cart({ refunds, sent: [{ line: 0, quantity: 3 }], ...PARTLY }))).toMatchObject({
      ...{ total: 3000, keptAmount: 2200 },
      refunds: [{ amount: 800, lines: [{ quantity: 1, amount: 800, isRemoved: false }] }],
    })
  })

  it('that an edit removed are paid back by the refund that follows, and what it gives beyond them is a refund', async () => {
    const edited = [{ line: 0, quantity: 1 }]
    const paid = money('30.00')
    const owed = await sell(cart({ edited }), { totalReceivedSet: paid })
    expect(owed).toMatchObject({ total: 2000, keptAmount: 2000, refundedAmount: 0 })
    const back = [{ amount: 600 }, { amount: 400 }]
    expect(await sell(cart({ edited, refunds: back, ...PARTLY }), { totalReceivedSet: paid })).toMatchObject({
      ...{ total: 2000, keptAmount: 2000, refundedAmount: 1000 },
      refunds: [
        { amount: 600, lines: [{ lineId: null, quantity: 0, amount: 600, isRemoved: true }] },
        { amount: 400, lines: [{ lineId: null, quantity: 0, amount: 400, isRemoved: true }] },
      ],
    })
    const more = [...back, { amount: 150 }]
    expect(await sell(cart({ edited, refunds: more, ...PARTLY }), { totalReceivedSet: paid })).toMatchObject({
      ...{ total: 2000, keptAmount: 1850, refundedAmount: 1150 },
    })
  })

  it('that were added by an edit and are not paid make the order partly paid', async () => {
    const before = await sell(cart())
    const lines = [TEA, { ...TEA, sku: 'CUP', quantity: 1 }]
    const after = await sell(cart({ lines, financialStatus: 'PARTIALLY_PAID' }))
    expect(after).toMatchObject({ id: before.id, total: 4000, paymentStatus: 'partly_paid', adjustment: null })
    expect(after.lineItems.map(({ id, sku, quantity }) => [id, sku, quantity])).toEqual([
      ['1', 'TEA', 3],
      ['2', 'CUP', 1],
    ])
  })
})

describe('a refund of an order of Shopify', () => {
  it('of all pieces before they left ends the order, of which nothing is kept', async () => {
    await sell(cart({ shipping: [DHL] }))
    const refunds = [{ lines: [{ line: 0, quantity: 3, left: false }], shipping: 490 }]
    const order = await sell(cart({ shipping: [DHL], refunds, financialStatus: 'REFUNDED' }))
    expect(order).toMatchObject({
      ...{ status: 'cancelled', paymentStatus: 'refunded', keptAmount: 0, refundedAmount: 3490, adjustment: null },
      lineItems: [{ quantity: 0, cancelledQuantity: 3, total: 0 }],
    })
  })

  it('of an amount leaves the lines as they are', async () => {
    const refunds = [{ amount: 500, note: 'Goodwill' }]
    expect(await sell(cart({ refunds, ...PARTLY }))).toMatchObject({
      ...{ total: 3000, keptAmount: 2500, adjustment: null, lineItems: [{ quantity: 3, total: 3000 }] },
      refunds: [{ amount: 500, shippingAmount: 0, lines: [] }],
    })
  })

  it('of shipping leaves the shipping cost, and says how much of it went back', async () => {
    const refunds = [{ shipping: 200 }]
    expect(await sell(cart({ shipping: [DHL], refunds, ...PARTLY }))).toMatchObject({
      ...{ total: 3490, keptAmount: 3290, adjustment: null, shippingLines: [{ total: 490 }] },
      refunds: [{ amount: 200, shippingAmount: 200, lines: [] }],
    })
  })

  it('of duties leaves the duties, and lowers what is kept', async () => {
    const refunds = [{ duties: 450 }]
    const order = await sell(cart({ duties: 450, refunds, ...PARTLY }))
    expect(order).toMatchObject({ total: 3450, keptAmount: 3000, adjustment: null, lineItems: [{}, { total: 450 }] })
  })

  it('counts before its money has moved, and not if it fails', async () => {
    const lines = [{ line: 0, quantity: 1, left: true }]
    const sent = [{ line: 0, quantity: 3 }]
    const pending = await sell(cart({ refunds: [{ lines, status: 'PENDING' }], sent }))
    expect(pending).toMatchObject({ keptAmount: 2000, refunds: [{ amount: 1000, isMoneyMoved: false }] })
    const failed = await sell(cart({ refunds: [{ lines, status: 'FAILURE' }], sent }))
    expect(failed).toMatchObject({
      ...{ total: 3000, keptAmount: 3000, lineItems: [{ quantity: 3, refundedQuantity: 1 }] },
      refunds: [{ amount: 0, lines: [{ quantity: 1, amount: 0 }] }],
    })
  })

  it('without money, such as of an order that was not paid, gives nothing back', async () => {
    const refunds = [{ lines: [{ line: 0, quantity: 1, left: false }], status: 'none' as const }]
    expect(await sell(cart({ refunds, financialStatus: 'PENDING' }))).toMatchObject({
      ...{ total: 2000, keptAmount: 2000, refundedAmount: 0, lineItems: [{ quantity: 2 }] },
    })
  })

  it('that the shop no longer has is gone', async () => {
    expect(await sell(cart({ refunds: [{ amount: 500 }], ...PARTLY }))).toMatchObject({ keptAmount: 2500 })
    expect(await sell(cart())).toMatchObject({ keptAmount: 3000, refunds: [], refundedAmount: 0 })
  })

  it('of more than the order costs leaves nothing', async () => {
    const refunds = [{ amount: 3500 }]
    expect(await sell(cart({ refunds, ...PARTLY }))).toMatchObject({ total: 3000, keptAmount: 0, refundedAmount: 3500 })
  })

  it('is one of many, each with its pieces', async () => {
    const lines = Array.from({ length: 40 }, (_, i) => ({ ...TEA, sku: `TEA-${i}`, quantity: 7, price: 100 }))
    const refunds = Array.from({ length: 7 }, (_, i) => ({
      lines: lines.map((_, line) => ({ line, quantity: 1, left: i % 2 === 0 })),
      at: `2026-03-02T10:00:0${i}Z`,
    }))
    const sent = lines.map((_, line) => ({ line, quantity: 4 }))
    const order = await sell(cart({ lines, refunds, sent, ...PARTLY }))
    expect(order).toMatchObject({ total: 16_000, keptAmount: 0, refundedAmount: 28_000, adjustment: null })
    expect(order.refunds.map((refund) => refund.lines.length)).toEqual([40, 40, 40, 40, 40, 40, 40])
    expect(order.lineItems[39]).toMatchObject({ quantity: 4, cancelledQuantity: 3, refundedQuantity: 4, total: 400 })
  })
})
