import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { followOrders } from '../billing/changing-shop.ts'
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
  stockOf,
} from '../fulfilment/fulfilling.ts'
import { aMerchant, aPartner, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aShopifyChannel } from './hooks.ts'
import { aManualChannel, aRow, importing } from './orders.ts'
import { runTasks } from './parcels.ts'
import { simulating } from './sync.ts'

const TEA = { sku: 'TEA', name: 'Tea', quantity: 3, price: 1000 }
const EDITED = [{ line: 0, quantity: 1 }]

let owner: Member
let shop: Awaited<ReturnType<typeof startShopify>>
let channel: Awaited<ReturnType<typeof aShopifyChannel>>
let partnerId: string
let stock: { id: string }
beforeEach(async () => {
  owner = await aMember()
  shop = await startShopify()
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  const { address, server } = shop
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
  const settings = Object.entries({
    'general.vatId': 'DE123456789',
    'general.legalAddress': { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
    'billing.bankAccount': { iban: 'DE02120300000000202051' },
  }).map(([key, value]) => ({ key, value }))
  expect((await owner.put('/api/configuration/settings/bulk', { settings })).status).toBe(204)
  await aPolicy(owner)
  const variant = await aVariant(owner, { sku: 'TEA' })
  stock = await stocking(owner, variant.id, (await anInternal(owner)).id, 10)
  channel = await aShopifyChannel(owner, shop)
  partnerId = (await aPartner(owner)).id
  const { id: merchantId } = await aMerchant(owner, { partnerId })
  await owner.put(`/api/sales/channels/${channel.id}/merchant`, { merchantId })
})
afterEach(() => shop.server.stop())
afterAll(() => useApp(undefined))

const tell = async (cart: Partial<ShopifyCart>, topic: string, fields: object) => {
  const updatedAt = new Date(Date.now() + 60_000).toISOString()
  shop.putCart(
    1,
    { currency: 'EUR', isGross: true, lines: [TEA], ...cart },
    topic === 'orders/create' ? {} : { updatedAt },
  )
  await channel.tell(1, topic, fields)
  await channel.follow()
  await settled()
  const [found] = (await channel.orders()) as unknown as { id: string }[]
  return (await owner.get(`/api/sales/orders/${found?.id}`)).body
}
const sell = () => tell({}, 'orders/create', {})
const edit = (cart: Partial<ShopifyCart> = {}) =>
  tell({ edited: EDITED, ...cart }, 'orders/edited', { order_edit: { order_id: 1 } })
/** Keeps the shop from being told of parcels, as while its answers are missing. */
const withholding = () => {
  shop.mode.scopes = shop.mode.scopes.filter((scope) => !scope.includes('fulfillment'))
}
const handOver = async (orderId: string) => {
  const [{ id }] = await fulfilmentOrdersOf(owner, orderId)
  const parcels = [{ carrier: 'DHL', trackingNumber: 'TN1' }]
  expect((await owner.post(`${ORDERS}/${id}/hand-over`, { parcels })).status).toBe(200)
  await settled()
}
const openIncidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member
const returnsOf = async () => (await owner.get('/api/fulfilment/returns')).body.member
const creditNotes = async () => (await owner.get('/api/billing/credit-notes')).body.member

describe('pieces that the shop takes off an order before it knows that they left', () => {
  it('stay sent, and are expected back, of which people are told once', async () => {
    const order = await sell()
    withholding()
    await handOver(order.id)
    expect(await edit()).toMatchObject({
      ...{ status: 'accepted', fulfilmentStatus: 'fulfilled', total: 2000 },
      lineItems: [{ quantity: 2, cancelledQuantity: 1, removedAfterLeavingQuantity: 1 }],
    })
    const [incident] = await openIncidents()
    expect(incident).toMatchObject({ reason: 'removed_after_leaving', salesOrderId: order.id })
    expect(incident.description).toContain('1 of TEA')
    expect(await fulfilmentOrdersOf(owner, order.id)).toMatchObject([{ status: 'closed', lines: [{ handedOver: 3 }] }])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 7, reserved: 0 })
    expect(await returnsOf()).toMatchObject([
      { status: 'authorized', salesOrderId: order.id, lines: [{ sku: 'TEA', requested: 1 }] },
    ])
    await owner.post(`${INCIDENTS}/${incident.id}/resolve`, { note: 'The customer sends it back' })
    await edit({ shipping: [{ name: 'Express', price: 100 }] })
    expect(await openIncidents()).toEqual([])
    expect(await returnsOf()).toHaveLength(1)
  })

  it('are credited once the shop refunds them, and not before', async () => {
    const order = await sell()
    withholding()
    await handOver(order.id)
    const draft = {
      partnerId,
      channelId: channel.id,
      currencyCode: 'EUR',
      dueDate: '2099-03-31',
      issueImmediately: true,
    }
    const invoice = await owner.post('/api/billing/invoices', draft)
    expect(invoice.status, invoice.text).toBe(201)
    await edit()
    await followOrders(owner)
    expect(await creditNotes()).toEqual([])
    const { body: waiting } = await owner.get(`/api/billing/invoices/${invoice.body.id}`)
    expect(JSON.stringify(waiting.warnings)).toContain('credited once the shop refunds them')
    await edit({ refunds: [{ amount: 1000 }], financialStatus: 'PARTIALLY_REFUNDED' })
    await followOrders(owner)
    expect(await creditNotes()).toMatchObject([{ status: 'draft', grandTotal: 1000 }])
  })

  it('are an exchange if the shop knows of their parcel, of which nobody is told', async () => {
    const order = await sell()
    await handOver(order.id)
    await runTasks(owner)
    expect(await edit()).toMatchObject({ lineItems: [{ quantity: 2, removedAfterLeavingQuantity: 0 }] })
    expect(await openIncidents()).toEqual([])
    expect(await returnsOf()).toEqual([])
  })

  it('are simply no longer sent while they are here', async () => {
    const order = await sell()
    expect(await edit()).toMatchObject({ lineItems: [{ quantity: 2, removedAfterLeavingQuantity: 0 }] })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 2 })
    expect(await openIncidents()).toEqual([])
    expect(await fulfilmentOrdersOf(owner, order.id)).toMatchObject([{ status: 'open' }])
  })

  it('are told by rows of an import as well', async () => {
    const { id } = await aManualChannel(owner)
    const line = { externalLineId: '1', sku: 'TEA', name: 'Tea', quantity: 3, total: 3000 }
    const row = aRow({ total: 3000, lineItems: [line], modifiedAt: '2026-03-01T00:00:00Z' })
    await importing(owner, id, [row])
    await settled()
    const { body } = await owner.get(`/api/sales/orders?channelId=${id}`)
    await handOver(body.member[0].id)
    const fewer = {
      ...row,
      total: 1000,
      lineItems: [{ ...line, quantity: 1, total: 1000 }],
      modifiedAt: '2026-03-02T00:00:00Z',
    }
    await importing(owner, id, [fewer])
    await settled()
    expect(await openIncidents()).toMatchObject([{ reason: 'removed_after_leaving' }])
    expect(await returnsOf()).toMatchObject([{ lines: [{ requested: 2 }] }])
  })

  it('are told together with an address that changed at the same time', async () => {
    const { id } = await aManualChannel(owner)
    const shippingAddress = {
      ...{ name: 'Ada', line1: 'Main road 1', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' },
    }
    const line = { externalLineId: '1', sku: 'TEA', name: 'Tea', quantity: 3, total: 3000 }
    const row = aRow({ total: 3000, lineItems: [line], shippingAddress, modifiedAt: '2026-03-01T00:00:00Z' })
    await importing(owner, id, [row])
    await settled()
    const { body } = await owner.get(`/api/sales/orders?channelId=${id}`)
    await handOver(body.member[0].id)
    const changed = {
      ...{ ...row, total: 2000, lineItems: [{ ...line, quantity: 2, total: 2000 }] },
      ...{ shippingAddress: { ...shippingAddress, line1: 'Side road 2' }, modifiedAt: '2026-03-02T00:00:00Z' },
    }
    await importing(owner, id, [changed])
    await settled()
    const [incident] = await openIncidents()
    expect(incident).toMatchObject({ reason: 'removed_after_leaving' })
    expect(incident.description).toContain('1 of TEA')
    expect(incident.description).toContain('The delivery address was changed after pieces')
  })
})
