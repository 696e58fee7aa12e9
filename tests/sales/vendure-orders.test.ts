import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Id } from '../../lib/platform/id.ts'
import { findOrdersByExternalId } from '../../lib/sales/orders/order-store.ts'
import { type Sample, sample } from '../connectors/servers/sample.ts'
import { startVendure } from '../connectors/servers/vendure.ts'
import { readVendureAnswers } from '../connectors/servers/vendure-answers.ts'
import { type ContentGiven, vendurePayment } from '../connectors/servers/vendure-orders.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { ordersOf } from './orders.ts'
import { later, simulating, syncing } from './sync.ts'

const DAY_MS = 86_400_000
const VAT = { description: 'VAT', taxRate: 19 }

let owner: Member
let shop: Awaited<ReturnType<typeof startVendure>>
let channel: { id: string }
beforeEach(async () => {
  shop = await startVendure()
  shop.mode.precision = 2
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(shop.address, shop.server.url) }) },
  })
  owner = await aMember()
  const { type, credentials } = shop
  channel = await aChannel(owner, { type, credentials, syncSettings: { daysToLookBack: 30 } })
})
afterEach(() => shop.server.stop())
afterAll(() => useApp(undefined))

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const fresh = (more: Partial<Sample> = {}) => sample(1, { placedAt: ago(1), modifiedAt: ago(1), ...more })

const show = async (id = 1) => {
  await syncing(owner, channel)
  const { orders } = await ordersOf(owner, { channelId: channel.id })
  const found = orders.find(({ externalOrderId }) => externalOrderId === `CODE${id}`)
  return (await owner.get(`/api/sales/orders/${found?.id}`)).body
}

/** Three pieces at 10.00, and shipping for 5.00, all with tax. */
const CONTENT: Pick<ContentGiven, 'lines' | 'shipping'> = {
  lines: [{ id: '10', listPrice: 1000, quantity: 3, rates: [VAT] }],
  shipping: [{ id: '18', code: 'dhl', name: 'DHL parcel', price: 500, rate: VAT }],
}
const withLine = (line: Partial<ContentGiven['lines'][number]>): Partial<ContentGiven> => ({
  ...CONTENT,
  lines: [{ ...(CONTENT.lines[0] as ContentGiven['lines'][number]), ...line }],
})
const paid = (amount: number, refunds: Parameters<typeof vendurePayment>[0]['refunds'] = []) => ({
  payments: [vendurePayment({ id: 'P1', amount, refunds }, ago(1))],
})

it('shows the parts of an order, its taxes and its payment', async () => {
  shop.putWith(fresh(), CONTENT)
  expect(await show()).toMatchObject({
    ...{ status: 'accepted', total: 3500, pricesIncludeTax: true, adjustment: null, paymentStatus: 'paid' },
    payment: { method: 'card', authorizedAmount: 0, paidAmount: 3500 },
    lineItems: [
      {
        ...{ externalLineId: '10', kind: 'goods', quantity: 3, orderedQuantity: 3, unitPrice: 1000, total: 3000 },
        taxes: [{ name: 'VAT', ratePercent: 19, amount: 479 }],
      },
    ],
    shippingLines: [
      { code: 'dhl', name: 'DHL parcel', total: 500, taxes: [{ name: 'VAT', ratePercent: 19, amount: 80 }] },
    ],
    ...{ refunds: [], refundedAmount: 0, keptAmount: 3500 },
  })
})

it('accepts an order that is authorized and captured later', async () => {
  const payments = [vendurePayment({ id: 'P1', amount: 3500, state: 'Authorized' }, ago(1))]
  shop.putWith(fresh({ state: 'open' }), CONTENT, { payments })
  expect(await show()).toMatchObject({
    ...{ status: 'accepted', paymentStatus: 'authorized', payment: { authorizedAmount: 3500, paidAmount: 0 } },
  })
})

it('takes an order over nothing as paid', async () => {
  shop.putWith(
    fresh(),
    { ...withLine({ discounts: [{ promotion: '1', amount: 3000 }] }), shipping: [] },
    { payments: [] },
  )
  expect(await show()).toMatchObject({
    ...{ total: 0, paymentStatus: 'paid', adjustment: null, keptAmount: 0 },
    lineItems: [{ quantity: 3, total: 0, discountAmount: 3000 }],
  })
})

it('cancels what has not left when everything is refunded, although state and date of the order stand still', async () => {
  const old = { placedAt: ago(20), modifiedAt: ago(20) }
  shop.putWith(fresh(old), CONTENT)
  expect(await show()).toMatchObject({ status: 'accepted' })
  // A younger order moves the time from which the shop is asked for changes.
  shop.put(sample(2, { placedAt: ago(0.1), modifiedAt: ago(0.1) }))
  later(3600_000)
  await syncing(owner, channel)
  shop.putWith(fresh(old), CONTENT, paid(3500, [{ id: 'R1', total: 3500, at: ago(0) }]))
  for (let hour = 0; hour < 25; hour++) {
    later(3600_000)
    await syncing(owner, channel)
  }
  // The session of the owner has ended meanwhile.
  const found = await findOrdersByExternalId(app().db, owner.tenant, channel.id as Id, ['CODE1'])
  expect(found.get('CODE1')).toMatchObject({
    ...{ status: 'cancelled', platformStatus: 'PaymentSettled', paymentStatus: 'refunded', keptAmount: 0 },
    refunds: [{ externalRefundId: 'R1', amount: 3500, isMoneyMoved: true }],
  })
})

it('shows a refund whose money has not moved, which lowers what is kept', async () => {
  shop.putWith(fresh(), CONTENT, paid(3500, [{ id: 'R1', total: 500, state: 'Pending', reason: 'Goodwill' }]))
  expect(await show()).toMatchObject({
    ...{ paymentStatus: 'paid', total: 3500, refundedAmount: 500, keptAmount: 3000 },
    refunds: [{ amount: 500, isMoneyMoved: false, reason: 'Goodwill', lines: [] }],
  })
})

it('shows a piece that was cancelled and refunded before it left in neither the line nor the total', async () => {
  const refund = { id: 'R1', total: 1000, lines: [{ orderLineId: '10', quantity: 1 }] }
  shop.putWith(fresh(), withLine({ quantity: 2, placed: 3 }), paid(3500, [refund]))
  expect(await show()).toMatchObject({
    ...{ total: 2500, paymentStatus: 'partly_refunded', keptAmount: 2500, adjustment: null },
    lineItems: [{ quantity: 2, orderedQuantity: 3, cancelledQuantity: 1, refundedQuantity: 0, total: 2000 }],
    refunds: [{ amount: 1000, lines: [{ lineId: '1', quantity: 1, amount: 1000, isRemoved: true }] }],
  })
})

it('shows a piece that was cancelled and refunded after it left in the line and in the total', async () => {
  const refund = { id: 'R1', total: 1000, lines: [{ orderLineId: '10', quantity: 1 }] }
  const fulfillments = [
    { id: 'F1', state: 'Shipped', updatedAt: ago(1), lines: [{ orderLineId: '10', quantity: 3 }] },
    { id: 'F2', state: 'Cancelled', updatedAt: ago(1), lines: [{ orderLineId: '10', quantity: 3 }] },
  ]
  shop.putWith(fresh(), withLine({ quantity: 2, placed: 3 }), { ...paid(3500, [refund]), fulfillments })
  expect(await show()).toMatchObject({
    ...{ total: 3500, paymentStatus: 'partly_refunded', keptAmount: 2500, adjustment: null },
    lineItems: [{ quantity: 3, cancelledQuantity: 0, refundedQuantity: 1, total: 3000 }],
    refunds: [{ amount: 1000, lines: [{ lineId: '1', quantity: 1, amount: 1000, isRemoved: false }] }],
  })
})

it('holds an order while staff edits it, and shows what an edit added and took off', async () => {
  shop.putWith(fresh(), CONTENT)
  expect(await show()).toMatchObject({ status: 'accepted' })
  const edited: Partial<ContentGiven> = {
    ...CONTENT,
    lines: [
      { id: '10', listPrice: 1000, quantity: 2, placed: 3, rates: [VAT] },
      { id: '11', sku: 'TEA-2', name: 'Black tea', listPrice: 2000, quantity: 1, placed: 0, rates: [VAT] },
    ],
    surcharges: [
      { id: '1', description: 'Gift wrap', price: 250, rates: [VAT] },
      { id: '2', description: 'Sorry', price: -119, rates: [VAT] },
    ],
  }
  const modifications = [{ id: 'M1', updatedAt: ago(0.5) }]
  const at = (hours: number) => fresh({ modifiedAt: ago(0.5 - hours / 24) })
  shop.putWith(at(0), edited, { ...paid(3500), modifications, state: 'Modifying' })
  expect(await show()).toMatchObject({ status: 'held', paymentStatus: 'partly_paid' })
  shop.putWith(at(1), edited, { ...paid(3500), modifications, state: 'ArrangingAdditionalPayment' })
  expect(await show()).toMatchObject({ status: 'held', paymentStatus: 'partly_paid' })
  const more = vendurePayment({ id: 'P2', amount: 1131, method: 'bank', at: ago(0.3) }, ago(0.3))
  shop.putWith(at(2), edited, { payments: [...paid(3500).payments, more], modifications })
  expect(await show()).toMatchObject({
    ...{ status: 'accepted', total: 4631, paymentStatus: 'paid', adjustment: null, payment: { paidAmount: 4631 } },
    lineItems: [
      { externalLineId: '10', quantity: 2, cancelledQuantity: 1, total: 2000 },
      { externalLineId: '11', kind: 'goods', sku: 'TEA-2', quantity: 1, orderedQuantity: 1, total: 2000 },
      { kind: 'fee', name: 'Gift wrap', total: 250, taxes: [{ ratePercent: 19, amount: 40 }] },
      { kind: 'discount', name: 'Sorry', total: -119, taxes: [{ ratePercent: 19, amount: -19 }] },
    ],
  })
})

it('shows the shipping that a cancelled order keeps', async () => {
  shop.putWith(
    fresh({ state: 'cancelled' }),
    withLine({ quantity: 0, placed: 3 }),
    paid(3500, [{ id: 'R1', total: 3000 }]),
  )
  expect(await show()).toMatchObject({
    ...{ status: 'cancelled', total: 500, keptAmount: 500, paymentStatus: 'partly_refunded', adjustment: null },
    lineItems: [{ quantity: 0, cancelledQuantity: 3, total: 0 }],
    shippingLines: [{ total: 500 }],
  })
})

it('takes the total of a line as it is, and not the price of its pieces', async () => {
  const promotions = [{ id: '1', couponCode: 'SEVEN', name: 'Seven percent' }]
  shop.mode.pricesIncludeTax = false
  shop.putWith(fresh(), {
    pricesIncludeTax: false,
    lines: [
      {
        ...{ id: '10', listPrice: 1290, quantity: 7, discounts: [{ promotion: '1', amount: 632 }] },
        rates: [{ description: 'VAT', taxRate: 20 }],
      },
    ],
    shipping: [],
    promotions,
  })
  // 90.30 less 6.32, with tax; a piece of 14.40 would make 100.80.
  expect(await show()).toMatchObject({
    ...{ total: 10078, adjustment: null, pricesIncludeTax: false },
    lineItems: [{ quantity: 7, unitPrice: 1440, total: 10078, discountAmount: 758, taxes: [{ amount: 1680 }] }],
    discounts: [{ code: 'SEVEN', name: 'Seven percent', amount: 758 }],
  })
})

it('shows a total that the shop computed in another way with the rest beside its parts', async () => {
  shop.putWith(fresh(), CONTENT, { totalWithTax: 3501, ...paid(3501) })
  expect(await show()).toMatchObject({ total: 3501, adjustment: { amount: 1, reason: 'rounding' } })
})

it('shows what a real shop answers, without a rest', async () => {
  const answers = Object.values(readVendureAnswers())
  expect(answers.length).toBeGreaterThan(15)
  // Recordings lack the tokens of channels, by which the shop lists orders.
  for (const [at, { channels: _, ...answer }] of answers.entries())
    shop.putAs(fresh({ id: 100 + at }), {
      ...answer,
      ...{ id: String(100 + at), code: `CODE${100 + at}`, orderPlacedAt: ago(1), updatedAt: ago(1) },
    })
  await syncing(owner, channel)
  const { orders } = await ordersOf(owner, { channelId: channel.id })
  expect(orders).toHaveLength(answers.length)
  for (const { id } of orders) {
    const { body } = await owner.get(`/api/sales/orders/${id}`)
    expect(body.adjustment).toBeNull()
    expect(body.paymentStatus).not.toBe('unknown')
  }
})
