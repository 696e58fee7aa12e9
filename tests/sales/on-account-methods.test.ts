import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { sample } from '../connectors/servers/sample.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import { startSylius } from '../connectors/servers/sylius.ts'
import { startVendure } from '../connectors/servers/vendure.ts'
import { vendurePayment } from '../connectors/servers/vendure-orders.ts'
import { startWooCommerce } from '../connectors/servers/woocommerce.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { downstreamOf, orderOf } from './downstream.ts'
import { aManualChannel, aRow, importing, ordersOf } from './orders.ts'
import { simulating, syncing } from './sync.ts'

const TEA = { sku: 'TEA', name: 'Tea', quantity: 2, price: 1000 }
const CART = { currency: 'EUR', isGross: true, lines: [TEA] }

let owner: Member
const stops: (() => unknown)[] = []
beforeEach(async () => {
  owner = await aMember()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(() => useApp(undefined))

const yesterday = () => new Date(app().clock().getTime() - 86_400_000).toISOString()
const fresh = () => sample(1, { placedAt: yesterday(), modifiedAt: yesterday() })

/** What reaches the stand-in of a shop, and connects its channel. */
const reaching = (
  shop: { address: string; server: { url: string; stop(): unknown } },
  fields: { type: string; credentials: object },
) => {
  stops.push(() => shop.server.stop())
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(shop.address, shop.server.url) }) },
  })
  return (orderSettings: object) => aChannel(owner, { ...fields, orderSettings, syncSettings: { daysToLookBack: 365 } })
}

/** Shops with an order whose customer has chosen a payment method, by the name that the shop has for it, and not paid. */
const SHOPS = {
  'a manual gateway of Shopify': async () => {
    const shop = await startShopify()
    shop.putCart(1, { ...CART, financialStatus: 'PENDING', gateways: ['gift_card', 'Cash on Delivery (COD)'] })
    return {
      ...{ connect: reaching(shop, { type: 'shopify', credentials: shop.credentials }), status: 'unpaid' },
      method: 'gift_card, Cash on Delivery (COD)',
      other: 'Cash on Delivery',
    }
  },
  'a bank transfer of WooCommerce': async () => {
    const shop = await startWooCommerce()
    shop.putCart(1, { ...CART, status: 'on-hold', datePaid: null, paymentMethod: 'bacs' })
    const { credentials } = shop
    return {
      ...{ connect: reaching(shop, { type: 'woocommerce', credentials }), status: 'unpaid' },
      ...{ method: 'bacs', other: 'bac' },
    }
  },
  'an offline method of Sylius': async () => {
    const shop = await startSylius()
    const payments = [{ id: 1, method: '/api/v2/admin/payment-methods/invoice' }]
    shop.put(fresh(), { paymentState: 'awaiting_payment', payments } as never)
    const { type, credentials } = shop
    return {
      ...{ connect: reaching(shop, { type, credentials }), status: 'unpaid' },
      ...{ method: 'invoice', other: 'voice' },
    }
  },
} as const

describe.each(Object.entries(SHOPS))('an unpaid order with %s', (_, start) => {
  it('waits for its payment where the channel does not name the method', async () => {
    const { connect, method, other, status } = await start()
    const channel = await connect({ onAccountPaymentMethods: [other] })
    await syncing(owner, channel)
    const { orders } = await ordersOf(owner, { channelId: channel.id })
    expect(orders).toMatchObject([{ status: 'held', paymentStatus: status, payment: { method } }])
  })

  it('is sold on account where the channel names it, however it is spelled', async () => {
    const { connect, method, status } = await start()
    const named = ` ${method.split(', ').at(-1)?.toUpperCase()} `
    const channel = await connect({ onAccountPaymentMethods: ['cheque', named] })
    await syncing(owner, channel)
    const { orders } = await ordersOf(owner, { channelId: channel.id })
    expect(orders).toMatchObject([{ status: 'accepted', paymentStatus: status, payment: { method } }])
    expect(await downstreamOf(owner, channel.id, orders[0]?.id ?? '')).toMatchObject({ isUnbilled: true, ready: 1 })
  })
})

describe('an order that Vendure calls authorized since its customer promised to pay', () => {
  it.each([
    ['waits until it is captured where the channel says so', [], 'held'],
    ['is sold on account where the channel names the method', ['cash-on-delivery'], 'accepted'],
  ])('%s', async (_, onAccountPaymentMethods, status) => {
    const shop = await startVendure()
    const payment = { id: 'P1', amount: 2580, state: 'Authorized' as const, method: 'cash-on-delivery' }
    shop.mode.precision = 2
    shop.putWith({ ...fresh(), state: 'open' }, {}, { payments: [vendurePayment(payment, yesterday())] })
    const { type, credentials } = shop
    const channel = await reaching(shop, { type, credentials })({
      ...{ onAccountPaymentMethods, fulfilledPaymentStatuses: ['paid'] },
    })
    await syncing(owner, channel)
    const { orders } = await ordersOf(owner, { channelId: channel.id })
    expect(orders).toMatchObject([{ status, paymentStatus: 'authorized', payment: { method: 'cash-on-delivery' } }])
  })
})

describe('a row of an import with a payment method that the channel sells on account', () => {
  const onAccountPaymentMethods = ['Invoice, 14 days', 'cod']

  it.each([
    ['unpaid', 'Invoice, 14 days', 'accepted'],
    ['partly_paid', 'voucher, Invoice, 14 Days', 'accepted'],
    ['unpaid', 'Invoice', 'held'],
    ['unpaid', 'days', 'held'],
    ['unpaid', null, 'held'],
    // Nobody delivers on credit after the payment failed or went back.
    ['voided', 'cod', 'held'],
    ['refunded', 'cod', 'cancelled'],
  ])('that is %s by %s is %s', async (paymentStatus, method, status) => {
    const channel = await aManualChannel(owner, { orderSettings: { onAccountPaymentMethods } })
    const row = aRow({ paymentStatus, payment: { method } })
    expect((await importing(owner, channel.id, [row])).body).toMatchObject({ imported: 1, failed: 0 })
    expect(await orderOf(owner, channel.id, row.externalOrderId)).toMatchObject({ status, paymentStatus })
  })

  it('waits all the same with a payment status that is no credit and that the channel does not fulfil', async () => {
    const orderSettings = { onAccountPaymentMethods, fulfilledPaymentStatuses: ['paid'] }
    const channel = await aManualChannel(owner, { orderSettings })
    const row = aRow({ paymentStatus: 'partly_refunded', payment: { method: 'cod' } })
    await importing(owner, channel.id, [row])
    expect(await orderOf(owner, channel.id, row.externalOrderId)).toMatchObject({ status: 'held' })
  })

  it('goes on when it is paid, with only its payment changed', async () => {
    const channel = await aManualChannel(owner, { orderSettings: { onAccountPaymentMethods } })
    const row = aRow({ paymentStatus: 'unpaid', payment: { method: 'COD' }, modifiedAt: '2026-03-01T00:00:00Z' })
    await importing(owner, channel.id, [row])
    const paid = { paymentStatus: 'paid', payment: { method: 'COD', paidAmount: 2580 } }
    await importing(owner, channel.id, [{ ...row, ...paid, modifiedAt: '2026-03-02T00:00:00Z' }])
    const order = await orderOf(owner, channel.id, row.externalOrderId)
    expect(order).toMatchObject({ status: 'accepted', paymentStatus: 'paid' })
    expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ isUnbilled: true, ready: 1, cancelled: [] })
    const { body } = await owner.get(`/api/sales/orders/${order.id}/revisions`)
    expect(body.member[0].changes.map(({ field }: { field: string }) => field).sort()).toEqual([
      'payment',
      'paymentStatus',
    ])
  })

  it('is refused with a channel whose methods are blank', async () => {
    const fields = { name: 'Stall', code: 'BLANK', type: 'manual', credentials: {} }
    const { status, body } = await owner.post('/api/sales/channels', {
      ...{ ...fields, orderSettings: { onAccountPaymentMethods: ['cod', ' '] } },
    })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('orderSettings.onAccountPaymentMethods')
  })
})
