import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RemoteFulfilment } from '../../lib/custodians/custodian-connector.ts'
import { fulfilmentOrders } from '../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { applyRemoteFulfilment } from '../../lib/fulfilment/remote/apply-remote-fulfilment.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { listUnbilledOrders } from '../../lib/sales/orders/unbilled-orders.ts'
import { sample } from '../connectors/servers/sample.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import { startVendure } from '../connectors/servers/vendure.ts'
import { startWooCommerce, wooOrder } from '../connectors/servers/woocommerce.ts'
import {
  aConnected,
  anInternal,
  aParcel,
  aPolicy,
  INCIDENTS,
  ordersOf,
  playing,
  remote,
  stocking,
  stockOf,
} from '../fulfilment/fulfilling.ts'
import { aChannel, aPartner, aVariant } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { aShopifyChannel } from './hooks.ts'
import { simulating, syncing } from './sync.ts'

let owner: Member
let woo: Awaited<ReturnType<typeof startWooCommerce>>
beforeEach(async () => {
  woo = await startWooCommerce()
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(woo.address, woo.server.url) }) },
  })
  owner = await aMember()
})
afterEach(() => woo.server.stop())
afterAll(() => useApp(undefined))

const SKU = 'TEA-1'

/** Applies the news of a custodian about an order, and lets all workers follow. */
const applying = async ({ id, reference }: { id: string; reference: string }, news: Partial<RemoteFulfilment>) => {
  await runInUnit(app().db, { tenant: owner.tenant, actor: null, now: app().clock() }, async (unit) => {
    await applyRemoteFulfilment(app(), unit, await unit.load(fulfilmentOrders, id), remote(reference, news))
  })
  await drainEvents()
}

/** A WooCommerce channel of a seller with stock of its goods, and its webhooks. */
const aShop = async ({ custodian, ...fields }: { custodian?: { id: string } } & Record<string, unknown> = {}) => {
  await aPolicy(owner)
  const at = custodian ?? (await anInternal(owner))
  const variant = await aVariant(owner, { sku: SKU })
  const stock = await stocking(owner, variant.id, at.id, 10)
  const seller = await aPartner(owner)
  const channel = await aChannel(owner, {
    type: 'woocommerce',
    credentials: woo.credentials,
    partnerId: seller.id,
    syncSettings: { autoImportEnabled: false },
    ...fields,
  })
  const url = `/api/sales/channels/${channel.id}`
  expect((await owner.post(`${url}/webhooks`, { topic: 'order.updated' })).status).toBe(201)
  const [{ secret } = { secret: '' }] = [...woo.hooks.values()]
  let minute = 0

  const deliver = async (topic: string, body: string) => {
    const signature = createHmac('sha256', secret).update(body).digest('base64')
    const headers = { 'x-wc-webhook-topic': topic, 'x-wc-webhook-signature': signature }
    expect((await send('POST', `/hooks/channels/${channel.id}`, { body, headers })).status).toBe(202)
    await drainEvents()
  }
  /** Gives the order a status, as the shop tells it, and lets all workers follow. */
  const tell = async (status: string, topic = 'order.updated') => {
    const modifiedAt = new Date(Date.UTC(2026, 2, 2, 10, ++minute)).toISOString()
    woo.put(sample(5001, { modifiedAt }))
    woo.change(5001, { status })
    await deliver(topic, JSON.stringify({ ...wooOrder(sample(5001, { modifiedAt })), status }))
  }
  const order = async () => (await owner.get(`/api/sales/orders?channelId=${channel.id}`)).body.member[0]
  const charges = async (): Promise<number[]> =>
    (await owner.get(`/api/billing/charges?partnerId=${seller.id}&scope=sales`)).body.member.map(
      ({ amount }: { amount: number }) => amount,
    )
  const unbilled = async () =>
    (await listUnbilledOrders(app().db, owner.tenant, channel.id, 'EUR', 10)).map(({ order }) => order.externalOrderId)
  const deliveries = async () => (await owner.get(`${url}/webhook-deliveries`)).body.member
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

  const expectShipped = async () => {
    const shown = await order()
    expect(shown).toMatchObject({ status: 'accepted', cancellationReason: null })
    const open = (await ordersOf(owner, shown.id)).filter(({ status }: { status: string }) => status === 'open')
    expect(open).toMatchObject([{ lines: [{ sku: SKU, ordered: 2, allocated: 2 }] }])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 2 })
    expect(sum(await charges())).toBe(2580)
    expect(await unbilled()).toEqual(['5001'])
  }
  const expectNothingOf = async (status: string) => {
    const shown = await order()
    expect(shown.status).toBe(status)
    const all = await ordersOf(owner, shown.id)
    expect(all.filter((each: { status: string }) => each.status !== 'cancelled')).toEqual([])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
    expect(sum(await charges())).toBe(0)
    expect(await unbilled()).toEqual([])
  }
  const incidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member
  return {
    ...{ channel, seller, stock, tell, deliver, order, charges, unbilled, deliveries, incidents },
    ...{ expectShipped, expectNothingOf },
  }
}

describe('an order that is not paid', () => {
  it('waits with the reason of its shop, and goes on by itself when it is paid', async () => {
    const shop = await aShop()
    for (const status of ['pending', 'on-hold', 'failed', 'plugin-review']) {
      await shop.tell(status, status === 'pending' ? 'order.created' : 'order.updated')
      await shop.expectNothingOf('held')
      expect((await shop.order()).decidedBy).toEqual({
        ruleSetId: null,
        reason: expect.stringContaining(`"${status}"`),
      })
      expect(await shop.charges()).toEqual([])
    }
    await shop.tell('processing')
    await shop.expectShipped()
    expect((await shop.order()).decidedBy.reason).toBe('No rule set applies')
  })

  it('is decided by the rules once it is paid, and then waits for a person', async () => {
    const shop = await aShop()
    const rules = await owner.post('/api/sales/acceptance-rule-sets', {
      ...{ name: 'All', channelId: shop.channel.id, action: 'hold', priority: 1 },
      conditions: [{ rules: [{ field: 'total', operator: 'gt', value: '0' }] }],
    })
    await shop.tell('on-hold', 'order.created')
    expect((await shop.order()).decidedBy.ruleSetId).toBeNull()
    await shop.tell('processing')
    expect(rules.status, JSON.stringify(rules.body)).toBe(201)
    expect(await shop.order()).toMatchObject({ status: 'held', decidedBy: { ruleSetId: rules.body.id } })
    await shop.tell('on-hold')
    await shop.tell('processing')
    expect(await shop.order()).toMatchObject({ status: 'held', decidedBy: { ruleSetId: rules.body.id } })
  })

  it('can be accepted by a person, which a later version that is still unpaid does not undo', async () => {
    const shop = await aShop()
    await shop.tell('on-hold', 'order.created')
    expect((await owner.post(`/api/sales/orders/${(await shop.order()).id}/accept`)).status).toBe(200)
    await drainEvents()
    await shop.tell('pending')
    await shop.expectShipped()
  })

  it('is no order while it is a draft', async () => {
    const shop = await aShop()
    for (const status of ['checkout-draft', 'auto-draft', 'draft', 'new']) await shop.tell(status, 'order.created')
    expect(await shop.order()).toBeUndefined()
    expect((await shop.deliveries())[0]).toMatchObject({
      status: 'processed',
      errorMessage: expect.stringContaining('"new"'),
    })
  })

  it('may be cancelled by the timer of its shop and be paid after that', async () => {
    const shop = await aShop()
    await shop.tell('pending', 'order.created')
    await shop.tell('cancelled')
    await shop.expectNothingOf('cancelled')
    await shop.tell('processing')
    await shop.expectShipped()
  })
})

describe.each(['refunded', 'trash', 'cancelled'])('an accepted order that becomes %s', (status) => {
  it('ends: its fulfilment, its stock, the charge of its seller and its billing', async () => {
    const shop = await aShop()
    await shop.tell('processing', 'order.created')
    await shop.expectShipped()
    await shop.tell(status)
    await shop.expectNothingOf('cancelled')
    expect((await shop.order()).cancellationReason).toContain(`"${status}"`)
    expect(await shop.charges()).toHaveLength(2)
    expect(await shop.incidents()).toEqual([])
  })

  it('begins again when the shop restores it, with one charge and one entry to bill', async () => {
    const shop = await aShop()
    await shop.tell('processing', 'order.created')
    await shop.tell(status)
    await shop.tell('processing', 'order.restored')
    await shop.expectShipped()
    await shop.tell(status)
    await shop.expectNothingOf('cancelled')
  })

  it('keeps what was handed over, and raises an incident', async () => {
    const shop = await aShop()
    await shop.tell('processing', 'order.created')
    const [fulfilmentOrder] = await ordersOf(owner, (await shop.order()).id)
    const lines = [{ lineId: fulfilmentOrder.lines[0].id, quantity: 1 }]
    const parcels = [{ carrier: 'DHL', lines }]
    const url = `/api/fulfilment/orders/${fulfilmentOrder.id}/hand-over`
    const { status: answered, text } = await owner.post(url, { parcels })
    expect(answered, text).toBe(200)
    await shop.tell(status)
    expect(await ordersOf(owner, (await shop.order()).id)).toMatchObject([
      { status: 'closed', outcome: 'short', lines: [{ handedOver: 1, cancelled: 1 }] },
    ])
    expect(await stockOf(owner, shop.stock.id)).toEqual({ onHand: 9, reserved: 0 })
    expect(await shop.incidents()).toMatchObject([
      {
        reason: 'order_ended',
        salesOrderId: (await shop.order()).id,
        description: expect.stringContaining(`"${status}"`),
      },
    ])
  })
})

describe('an accepted order that is unpaid again', () => {
  it('is held and withdrawn, and is planned again once it is paid', async () => {
    const shop = await aShop()
    await shop.tell('processing', 'order.created')
    await shop.tell('on-hold')
    await shop.expectNothingOf('held')
    await shop.tell('processing')
    await shop.expectShipped()
  })

  it('stays accepted once pieces left, and raises an incident', async () => {
    const shop = await aShop()
    await shop.tell('processing', 'order.created')
    const [fulfilmentOrder] = await ordersOf(owner, (await shop.order()).id)
    await owner.post(`/api/fulfilment/orders/${fulfilmentOrder.id}/hand-over`, {
      parcels: [{ carrier: 'DHL', lines: [{ lineId: fulfilmentOrder.lines[0].id, quantity: 1 }] }],
    })
    await shop.tell('failed')
    expect(await shop.order()).toMatchObject({ status: 'accepted', platformStatus: 'failed' })
    expect(await shop.incidents()).toMatchObject([
      { reason: 'order_unpaid', description: expect.stringContaining('"failed"') },
    ])
    await shop.tell('failed')
    expect(await shop.incidents()).toHaveLength(1)
  })

  it('is asked back from a custodian, and planned again if it is paid before the custodian answers', async () => {
    const system = playing({ cancel: async () => ({ answer: 'pending' as const }) })
    const shop = await aShop({ custodian: await aConnected(owner) })
    await shop.tell('processing', 'order.created')
    expect(system.placed).toHaveLength(1)
    await shop.tell('on-hold')
    const { id } = await shop.order()
    expect(await ordersOf(owner, id)).toMatchObject([{ request: 'cancel_requested' }])
    await shop.tell('processing')
    const [asked] = await ordersOf(owner, id)
    expect(asked).toMatchObject({ request: 'cancel_requested', lines: [{ cancelled: 0 }] })
    expect((await shop.order()).status).toBe('accepted')
    await applying(asked, { state: 'cancelled' })
    expect(await ordersOf(owner, id)).toMatchObject([
      { status: 'open', lines: [{ allocated: 2 }] },
      { id: asked.id, status: 'cancelled' },
    ])
    expect(system.placed).toHaveLength(2)
    await shop.expectShipped()
  })
})

describe('a custodian that ships an order although it has ended', () => {
  it('has refused to cancel it before, of which people hear at once, and its stock stays reserved until it leaves', async () => {
    playing({ cancel: async () => ({ answer: 'refused' as const, reason: 'It is packed' }) })
    const shop = await aShop({ custodian: await aConnected(owner) })
    await shop.tell('processing', 'order.created')
    await shop.tell('cancelled')
    const { id } = await shop.order()
    const [asked] = await ordersOf(owner, id)
    expect(asked).toMatchObject({ status: 'open', request: 'cancel_refused', lines: [{ allocated: 2, cancelled: 0 }] })
    expect(await stockOf(owner, shop.stock.id)).toEqual({ onHand: 10, reserved: 2 })
    const [refused] = await shop.incidents()
    expect(refused).toMatchObject({ reason: 'order_ended', fulfilmentOrderId: asked.id })
    expect(refused.description).toContain('refuses to cancel its order')
    await applying(asked, { parcels: [aParcel('P-1', [{ sku: SKU, quantity: 2 }])] })
    expect(await shop.incidents()).toMatchObject([{ id: refused.id, reason: 'order_ended' }])
    expect(await stockOf(owner, shop.stock.id)).toEqual({ onHand: 8, reserved: 0 })
    const { body } = await owner.get('/api/fulfilment/returns')
    expect(body.member).toMatchObject([
      { status: 'authorized', salesOrderId: id, lines: [{ sku: SKU, requested: 2, received: 0 }] },
    ])
  })

  it('is told to people by an incident', async () => {
    playing({ cancel: async () => ({ answer: 'pending' as const }) })
    const shop = await aShop({ custodian: await aConnected(owner) })
    await shop.tell('processing', 'order.created')
    await shop.tell('refunded')
    expect(await shop.incidents()).toEqual([])
    const [asked] = await ordersOf(owner, (await shop.order()).id)
    await applying(asked, { parcels: [aParcel('P-1', [{ sku: SKU, quantity: 2 }])] })
    expect(await ordersOf(owner, (await shop.order()).id)).toMatchObject([{ status: 'closed', outcome: 'full' }])
    expect(await shop.incidents()).toMatchObject([{ reason: 'order_ended', fulfilmentOrderId: asked.id }])
  })
})

const draw = async (shop: Awaited<ReturnType<typeof aShop>>) =>
  await owner.post('/api/billing/invoices', {
    ...{ dueDate: '2099-03-31', currencyCode: 'EUR', partnerId: shop.seller.id, channelId: shop.channel.id },
    issueImmediately: true,
  })

describe('an order that was billed', () => {
  it('is not billed again when its shop ends and restores it, unless the invoice is cancelled', async () => {
    const shop = await aShop()
    await shop.tell('processing', 'order.created')
    const { status, body: invoice } = await draw(shop)
    expect(status, JSON.stringify(invoice)).toBe(201)
    await drainEvents()
    expect(await shop.unbilled()).toEqual([])
    await shop.tell('cancelled')
    await shop.tell('processing')
    expect(await shop.order()).toMatchObject({ status: 'accepted' })
    expect(await shop.unbilled()).toEqual([])
    await shop.tell('cancelled')
    const cancelled = await owner.post(`/api/billing/invoices/${invoice.id}/cancel`, { reason: 'Wrong' })
    expect(cancelled.status, cancelled.text).toBe(200)
    await drainEvents()
    expect(await shop.unbilled()).toEqual([])
    await shop.tell('processing')
    expect(await shop.unbilled()).toEqual(['5001'])
  })
})

describe('an invoice of an order that its shop cancels after a part has left', () => {
  it('says that somebody has to decide, and nothing is proposed', async () => {
    const shop = await aShop()
    await shop.tell('processing', 'order.created')
    const { body: invoice } = await draw(shop)
    const [{ id, lines }] = await ordersOf(owner, (await shop.order()).id)
    const parcels = [{ carrier: 'DHL', lines: [{ lineId: lines[0].id, quantity: 1 }] }]
    expect((await owner.post(`/api/fulfilment/orders/${id}/hand-over`, { parcels })).status).toBe(200)
    await drainEvents()
    await shop.tell('cancelled')
    const { body } = await owner.get(`/api/billing/invoices/${invoice.id}`)
    expect(JSON.stringify(body.warnings)).toContain('cancelled after pieces of it had left')
    expect((await owner.get('/api/billing/credit-notes')).body.member).toEqual([])
  })
})

describe('an order that was deleted in its shop', () => {
  it('is cancelled with all that follows', async () => {
    const shop = await aShop()
    await shop.tell('processing', 'order.created')
    await shop.expectShipped()
    woo.remove(5001)
    await shop.deliver('order.deleted', '{"id":5001}')
    await shop.expectNothingOf('cancelled')
    expect((await shop.order()).cancellationReason).toBe('The order was deleted in the shop')
    expect((await shop.deliveries())[0]).toMatchObject({
      status: 'processed',
      errorMessage: expect.stringContaining('cancelled'),
    })
  })

  it('keeps what was handed over, and raises an incident', async () => {
    const shop = await aShop()
    await shop.tell('processing', 'order.created')
    const [fulfilmentOrder] = await ordersOf(owner, (await shop.order()).id)
    await owner.post(`/api/fulfilment/orders/${fulfilmentOrder.id}/hand-over`, { parcels: [{ carrier: 'DHL' }] })
    woo.remove(5001)
    await shop.deliver('order.deleted', '{"id":5001}')
    expect(await ordersOf(owner, (await shop.order()).id)).toMatchObject([{ status: 'closed', outcome: 'full' }])
    expect(await shop.incidents()).toMatchObject([
      { reason: 'order_ended', description: expect.stringContaining('deleted') },
    ])
  })

  it('is cancelled as trash while the shop can still show it', async () => {
    const shop = await aShop()
    await shop.tell('processing', 'order.created')
    woo.change(5001, { status: 'trash', date_modified_gmt: '2026-03-03T10:00:00' })
    await shop.deliver('order.deleted', '{"id":5001}')
    await shop.expectNothingOf('cancelled')
  })

  it('is nothing if the order is not known', async () => {
    const shop = await aShop()
    await shop.deliver('order.deleted', '{"id":4999}')
    expect(await shop.order()).toBeUndefined()
    expect((await shop.deliveries())[0]).toMatchObject({ status: 'processed' })
  })

  it.each([
    ['the plugin is switched off', { status: 404, json: { code: 'rest_no_route', message: 'No route', data: {} } }],
    ['the address is another site', { status: 404, page: '<h1>Not Found</h1>' }],
    [
      'another part of the site answers',
      { status: 404, json: { code: 'rest_post_invalid_id', message: 'No', data: {} } },
    ],
    ['the shop is closed', { status: 503, page: '<h1>Maintenance</h1>' }],
  ] as const)('is not believed where %s', async (_, said) => {
    const shop = await aShop()
    await shop.tell('processing', 'order.created')
    woo.server.always(said)
    await shop.deliver('order.deleted', '{"id":5001}')
    expect((await shop.deliveries())[0]).toMatchObject({ status: 'received' })
    await shop.expectShipped()
  })
})

describe('an order that Shopify does not show', () => {
  const DAY_MS = 24 * 3600_000
  let shop: Awaited<ReturnType<typeof startShopify>>
  beforeEach(async () => {
    shop = await startShopify()
    const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
    const send: typeof real.send = (request) =>
      real.send({ ...request, url: request.url.replace(shop.address, shop.server.url) })
    simulating({ outbound: { send } })
  })
  afterEach(() => shop.server.stop())

  const statusAfter = async (days: number, topic: string) => {
    const member = await aMember()
    const channel = await aShopifyChannel(member, shop)
    const placedAt = new Date(app().clock().getTime() - days * DAY_MS).toISOString()
    shop.put(sample(7, { placedAt, modifiedAt: placedAt }))
    await channel.tell(7)
    await channel.follow()
    shop.remove(7)
    await channel.tell(7, topic)
    await channel.follow()
    return (await member.get(`/api/sales/orders?channelId=${channel.id}`)).body.member[0].status
  }

  it('was deleted if the shop says so, or if it is so young that the shop would show it', async () => {
    expect(await statusAfter(1, 'orders/updated')).toBe('cancelled')
    expect(await statusAfter(100, 'orders/delete')).toBe('cancelled')
  })

  it('stays as it is if it may only be too old to be shown', async () => {
    expect(await statusAfter(100, 'orders/updated')).toBe('accepted')
  })
})

describe('a refund in Vendure', () => {
  it('ends its order although it changes no date of it', async () => {
    const shop = await startVendure()
    const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
    const send: typeof real.send = (request) =>
      real.send({ ...request, url: request.url.replace(shop.address, shop.server.url) })
    simulating({ outbound: { send } })
    const { type, credentials } = shop
    const channel = await aChannel(owner, { type, credentials, syncSettings: { daysToLookBack: 365 } })
    const statusAfter = async (refunds: object[]) => {
      shop.putAs(sample(1), { payments: [{ id: 'P', state: 'Settled', amount: 25_800, updatedAt: null, refunds }] })
      await syncing(owner, channel)
      return (await owner.get(`/api/sales/orders?channelId=${channel.id}`)).body.member[0].status
    }
    expect(await statusAfter([])).toBe('accepted')
    expect(await statusAfter([{ id: 'R', state: 'Pending', total: 25_800, updatedAt: null }])).toBe('held')
    expect(await statusAfter([{ id: 'R', state: 'Failed', total: 25_800, updatedAt: null }])).toBe('accepted')
    expect(await statusAfter([{ id: 'R', state: 'Settled', total: 25_800, updatedAt: null }])).toBe('cancelled')
    await shop.server.stop()
  })
})
