import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDisputes } from '../../lib/connectors/shopify/orders/disputes.ts'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import type { ShopifyCart } from '../connectors/servers/shopify-order.ts'
import {
  anInternal,
  aPolicy,
  ordersOf as fulfilmentOrdersOf,
  INCIDENTS,
  ORDERS,
  settled,
  stocking,
} from '../fulfilment/fulfilling.ts'
import { aMerchant, aPartner, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { downstreamOf } from './downstream.ts'
import { aShopifyChannel } from './hooks.ts'
import { aManualChannel, aRow, importing } from './orders.ts'
import { simulating } from './sync.ts'

const CHARGEBACK = { id: 'gid://shopify/OrderDisputeSummary/7', initiatedAs: 'CHARGEBACK', status: 'NEEDS_RESPONSE' }
const DETAILS = 'gid://shopify/ShopifyPaymentsDispute/7'
const TEA = { sku: 'TEA', name: 'Tea', quantity: 2, price: 1000 }

let owner: Member
let shop: Awaited<ReturnType<typeof startShopify>>
let channel: Awaited<ReturnType<typeof aShopifyChannel>>
let partnerId: string
beforeEach(async () => {
  owner = await aMember()
  shop = await startShopify()
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  const { address, server } = shop
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
  await aPolicy(owner)
  const variant = await aVariant(owner, { sku: 'TEA' })
  await stocking(owner, variant.id, (await anInternal(owner)).id, 10)
  channel = await aShopifyChannel(owner, shop)
  partnerId = (await aPartner(owner)).id
  const { id: merchantId } = await aMerchant(owner, { partnerId })
  await owner.put(`/api/sales/channels/${channel.id}/merchant`, { merchantId })
})
afterEach(() => shop.server.stop())
afterAll(() => useApp(undefined))

const tell = async (topic: string, more: object = {}) => {
  await channel.tell(1, topic, more)
  await channel.follow()
  await settled()
  const [found] = (await channel.orders()) as unknown as { id: string }[]
  return (await owner.get(`/api/sales/orders/${found?.id}`)).body
}
const sell = async (cart: Partial<ShopifyCart> = {}) => {
  shop.putCart(1, { currency: 'EUR', isGross: true, lines: [TEA], ...cart })
  return await tell('orders/create')
}
/** Changes the dispute of the order, of which no date of the order tells. */
const dispute = async (status: string, topic = 'disputes/update') => {
  shop.change(1, { disputes: [{ ...CHARGEBACK, status }] })
  return await tell(topic, { id: 7, order_id: 1 })
}
const handOver = async (orderId: string) => {
  const [{ id }] = await fulfilmentOrdersOf(owner, orderId)
  expect((await owner.post(`${ORDERS}/${id}/hand-over`, { parcels: [{ carrier: 'DHL' }] })).status).toBe(200)
  await settled()
}
const openIncidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member
const risks = async () =>
  (await readEvents(owner.tenant))
    .filter(({ topic }) => topic === 'sales.order.payment_at_risk')
    .map(({ data }) => data)
const livePieces = async (orderId: string) =>
  (await fulfilmentOrdersOf(owner, orderId)).filter(({ status }: { status: string }) => status === 'open').length

describe('a chargeback', () => {
  it('before anything left holds the order, and gives it back when it is won', async () => {
    const order = await sell()
    expect(await livePieces(order.id)).toBe(1)
    const held = await dispute('NEEDS_RESPONSE', 'disputes/create')
    expect(held).toMatchObject({
      ...{
        status: 'held',
        keptAmount: 2000,
        disputes: [{ externalDisputeId: '7', kind: 'chargeback', status: 'open' }],
      },
      decidedBy: { reason: 'The shop calls the order "chargeback": the customer charges its payment back' },
    })
    expect(await livePieces(order.id)).toBe(0)
    expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ isUnbilled: false, owed: 0 })
    expect(await risks()).toMatchObject([{ orderId: order.id, cause: 'disputed', until: null }])
    expect(await dispute('WON')).toMatchObject({ status: 'accepted', refunds: [], keptAmount: 2000 })
    expect(await livePieces(order.id)).toBe(1)
    expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ isUnbilled: true, owed: 2000 })
    expect(await risks()).toHaveLength(1)
  })

  it('after delivery warns, and nothing is billed anew while it is open', async () => {
    const order = await sell()
    await handOver(order.id)
    expect(await dispute('NEEDS_RESPONSE', 'disputes/create')).toMatchObject({ status: 'accepted', keptAmount: 2000 })
    expect(await openIncidents()).toMatchObject([
      { reason: 'order_unpaid', description: expect.stringContaining('"chargeback"') },
    ])
    expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ isUnbilled: false, owed: 2000 })
    const draw = { partnerId, channelId: channel.id, currencyCode: 'EUR', dueDate: '2099-03-31' }
    expect((await owner.post('/api/billing/invoices', draw)).body.lineItemCount ?? 0).toBe(0)
    expect(await dispute('WON')).toMatchObject({ status: 'accepted', keptAmount: 2000 })
    expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ isUnbilled: true, owed: 2000 })
  })

  it('that is lost is a refund of everything that was paid, with its cause', async () => {
    const order = await sell()
    await handOver(order.id)
    await dispute('NEEDS_RESPONSE', 'disputes/create')
    expect(await dispute('LOST')).toMatchObject({
      ...{ status: 'accepted', total: 2000, keptAmount: 0, refundedAmount: 2000 },
      refunds: [{ externalRefundId: 'dispute-7', amount: 2000, cause: 'dispute', reason: 'Chargeback', lines: [] }],
      lineItems: [{ quantity: 2, total: 2000 }],
    })
    expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ owed: 0 })
  })

  it('that is lost before anything left ends the order, as a refund of everything does', async () => {
    const order = await sell()
    await dispute('NEEDS_RESPONSE', 'disputes/create')
    expect(await dispute('LOST')).toMatchObject({
      ...{ status: 'cancelled', keptAmount: 0, refunds: [{ cause: 'dispute', amount: 2000 }] },
      cancellationReason: 'The shop calls the order "dispute_lost": a dispute about its payment was lost',
    })
    expect(await livePieces(order.id)).toBe(0)
    expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ isUnbilled: false, owed: 0 })
    shop.change(1, { note: 'Ring twice' })
    expect(await tell('orders/updated')).toMatchObject({ status: 'cancelled' })
  })

  it('that is lost holds the order for a person if the channel does so with refunded ones', async () => {
    await owner.patch(`/api/sales/channels/${channel.id}`, { orderSettings: { cancelsRefunded: false } })
    await sell()
    await dispute('NEEDS_RESPONSE', 'disputes/create')
    expect(await dispute('LOST')).toMatchObject({ status: 'held', keptAmount: 0, cancellationReason: null })
  })

  it('that is lost refunds what it was about, if the app may see that', async () => {
    shop.mode.scopes.push('read_shopify_payments_disputes')
    const details = { id: DETAILS, type: 'CHARGEBACK', finalizedOn: '2026-03-20T00:00:00Z', status: 'LOST' }
    shop.disputes.set(DETAILS, { ...details, amount: { amount: '12.50', currencyCode: 'EUR' } })
    await sell({ refunds: [{ amount: 300 }], financialStatus: 'PARTIALLY_REFUNDED' })
    expect(await dispute('LOST')).toMatchObject({
      ...{ status: 'held', keptAmount: 450, refundedAmount: 1550 },
      refunds: [
        { cause: 'refund', amount: 300 },
        { cause: 'dispute', amount: 1250, refundedAt: '2026-03-20T00:00:00.000Z' },
      ],
    })
  })

  it('waits as an inquiry does', async () => {
    await sell()
    shop.change(1, { disputes: [{ ...CHARGEBACK, initiatedAs: 'INQUIRY' }] })
    expect(await tell('disputes/create', { order_id: 1 })).toMatchObject({
      status: 'held',
      disputes: [{ kind: 'inquiry', status: 'open' }],
    })
  })

  it('with a state that Shopify may have later counts as open', () => {
    const money = { currency: 'EUR', shopCurrency: 'EUR', ordered: 2000, orderedInShop: 2000 }
    expect(readDisputes([{ ...CHARGEBACK, status: 'ESCALATED' }], money)).toMatchObject([{ status: 'open' }])
  })

  it('that was prevented changes nothing, as one about no order does not', async () => {
    await sell()
    expect(await dispute('PREVENTED')).toMatchObject({ status: 'accepted', keptAmount: 2000, refunds: [] })
    await channel.tell(1, 'disputes/create', { id: 9, order_id: null })
    await channel.follow()
    expect((await channel.deliveries()).map(({ status }) => status)).not.toContain('failed')
  })
})

describe('rows of an import', () => {
  it('tell of disputes, and of what was lost', async () => {
    const { id } = await aManualChannel(owner)
    const row = aRow({
      total: 2580,
      paymentStatus: 'paid',
      payment: { paidAmount: 2580 },
      modifiedAt: '2026-03-01T00:00:00Z',
    })
    await importing(owner, id, [row])
    const read = async () => {
      const { body } = await owner.get(`/api/sales/orders?channelId=${id}`)
      return body.member[0]
    }
    const later = async (status: string, day: number, fields: object = {}) => {
      const disputes = [{ externalDisputeId: 'd', kind: 'chargeback', status, ...fields }]
      const { body } = await importing(owner, id, [{ ...row, disputes, modifiedAt: `2026-03-0${day}T00:00:00Z` }])
      expect(body.errors).toEqual([])
      return await read()
    }
    expect(await later('open', 2)).toMatchObject({ status: 'held', keptAmount: 2580 })
    expect(await later('lost', 3, { amount: 1000, endedAt: '2026-03-03T00:00:00Z' })).toMatchObject({
      ...{ status: 'held', keptAmount: 1580 },
      refunds: [{ amount: 1000, cause: 'dispute', refundedAt: '2026-03-03T00:00:00.000Z' }],
    })
    const bad = aRow({
      disputes: [{ externalDisputeId: 'd', kind: 'chargeback', status: 'lost', endedAt: '2026-13-40T00:00:00Z' }],
    })
    const { body } = await importing(owner, id, [bad])
    expect(body.failed).toBe(1)
  })
})
