import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { sample } from '../connectors/servers/sample.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import type { ShopifyCart } from '../connectors/servers/shopify-order.ts'
import { startSylius } from '../connectors/servers/sylius.ts'
import { startVendure } from '../connectors/servers/vendure.ts'
import { startWooCommerce } from '../connectors/servers/woocommerce.ts'
import {
  anInternal,
  aPolicy,
  ordersOf as fulfilmentOrdersOf,
  ORDERS,
  settled,
  stocking,
  storedOrders,
} from '../fulfilment/fulfilling.ts'
import { aChannel, aPartner, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aShopifyChannel } from './hooks.ts'
import { aManualChannel, aRow, importing, ordersOf } from './orders.ts'
import { recordsOf, runsOf, simulating, syncing } from './sync.ts'

const LINES = 1000
/** Many lines sell the same, so that the test is quick. */
const SKUS = 40
const DAY_MS = 86_400_000

const skuOf = (i: number) => `TEA-GREEN-${i % SKUS}`
const nameOf = (i: number) =>
  `Green tea of garden ${i} in the hills, first flush, whole leaves, from organic farming, 100 g in a bag that can be closed ` +
  'again, with a wooden spoon and a sheet that tells how to brew it, best before the end of next year'
const listLines = <T>(count: number, build: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => build(i))
const RATE = { name: 'MwSt', percent: 7 }
const VENDURE_RATE = { description: 'MwSt', taxRate: 7 }

const aCart = (count: number, more: Partial<ShopifyCart> = {}): ShopifyCart => ({
  currency: 'EUR',
  isGross: true,
  lines: listLines(count, (i) => ({
    sku: skuOf(i),
    name: nameOf(i),
    quantity: 2,
    price: 1290 + i,
    discounts: [{ code: 'SPRING10', amount: 100 + (i % 50) }],
    rates: [RATE],
  })),
  shipping: [{ name: 'DHL', price: 490, rates: [RATE] }],
  ...more,
})

let owner: Member
const using = async (shop: { address: string; server: { url: string } }) => {
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(shop.address, shop.server.url) }) },
  })
  owner = await aMember()
}
afterAll(() => useApp(undefined))

const read = async (id: string | undefined) => (await owner.get(`/api/sales/orders/${id}`)).body
const sum = <T>(list: readonly T[], count: (each: T) => number) => list.reduce((total, each) => total + count(each), 0)
const ago = (days: number) => new Date(app().clock().getTime() - days * DAY_MS).toISOString()

describe('an order of Shopify that has a thousand lines', () => {
  let shop: Awaited<ReturnType<typeof startShopify>>
  beforeEach(async () => {
    shop = await startShopify()
    await using(shop)
  })
  afterEach(() => shop.server.stop())

  it('comes by webhook, and is routed, changed, handed over, told to the shop and billed', {
    timeout: 60_000,
  }, async () => {
    await aPolicy(owner)
    const { id: custodianId } = await anInternal(owner)
    for (let i = 0; i < SKUS; i++)
      await stocking(owner, (await aVariant(owner, { sku: skuOf(i) })).id, custodianId, 2 * LINES)
    const channel = await aShopifyChannel(owner, shop)
    const tell = async (topic: string) => {
      expect((await channel.tell(1, topic)).status).toBe(202)
      await channel.follow()
      await settled()
    }
    const { current: total } = shop.putCart(1, aCart(LINES))
    await tell('orders/create')
    const [listed] = (await ordersOf(owner, { channelId: channel.id })).orders
    const order = await read(listed?.id)
    expect(order).toMatchObject({ status: 'accepted', lineItemCount: LINES, total, adjustment: null })
    expect(order.lineItems).toHaveLength(LINES)
    const [planned] = await fulfilmentOrdersOf(owner, order.id)
    expect(sum(planned.lines, ({ allocated }: { allocated: number }) => allocated)).toBe(2 * LINES)

    const edited = listLines(LINES, (line) => ({ line, quantity: 1 }))
    const { current: lower } = shop.putCart(1, aCart(LINES, { edited }))
    await tell('orders/updated')
    const changed = await read(order.id)
    expect(changed).toMatchObject({ total: lower, revision: 2 })
    expect(sum(changed.lineItems, ({ quantity }: { quantity: number }) => quantity)).toBe(LINES)
    const open = (await fulfilmentOrdersOf(owner, order.id)).find(({ status }: { status: string }) => status === 'open')
    expect(sum(open.lines, (line: { ordered: number; cancelled: number }) => line.ordered - line.cancelled)).toBe(LINES)
    const [revision] = (await owner.get(`/api/sales/orders/${order.id}/revisions`)).body.member
    expect(revision).toMatchObject({ totalBefore: total, totalAfter: lower })

    const parcels = [{ carrier: 'DHL', trackingNumber: 'TN1' }]
    expect((await owner.post(`${ORDERS}/${open.id}/hand-over`, { parcels })).status).toBe(200)
    await settled()
    expect((await read(order.id)).fulfilmentStatus).toBe('fulfilled')
    expect((await storedOrders(owner)).flatMap(({ pendingStock }) => pendingStock)).toEqual([])
    const told = shop.parcels.fulfilments.get('gid://shopify/Order/1') ?? []
    expect(
      sum(
        told.flatMap(({ lines }) => lines),
        ({ quantity }) => quantity,
      ),
    ).toBe(LINES)
    expect(told.map(({ tracking }) => tracking?.numbers)).toEqual(told.map(() => ['TN1']))
    // The shop takes 512 lines of a fulfilment order at once.
    expect(Math.max(...told.map(({ lines }) => lines.length))).toBeLessThanOrEqual(512)

    // What the shop shows of its fulfilments is ours, whoever reads it.
    await tell('orders/updated')
    expect(
      sum((await read(order.id)).lineItems, (line) =>
        Number((line as { fulfilledElsewhereQuantity: number }).fulfilledElsewhereQuantity),
      ),
    ).toBe(0)
    const invoice = { partnerId: (await aPartner(owner)).id, channelId: channel.id, dueDate: '2099-03-31' }
    const { status, body } = await owner.post('/api/billing/invoices', { ...invoice, currencyCode: 'EUR' })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.grandTotal).toBe(lower)
  })

  it('is read with what the shop itself sent of all lines, and what it still has to send', async () => {
    const sent = listLines(LINES - 1, (line) => ({ line, quantity: 2 }))
    shop.putCart(1, aCart(LINES, { sent: [] }))
    const channel = await aShopifyChannel(owner, shop)
    const [request] = shop.parcels.requestsOf(1)
    for (const line of request?.lines.slice(0, sent.length) ?? []) line.remainingQuantity = 0
    const lines = shop.find(1).lineItems.nodes.slice(0, sent.length)
    shop.parcels.fulfilments.set('gid://shopify/Order/1', [
      {
        ...{ id: 'gid://shopify/Fulfillment/7', status: 'SUCCESS', tracking: null, notified: false },
        lines: lines.map(({ id, sku }) => ({ quantity: 2, lineItem: { id, sku: sku ?? '' } })),
      },
    ])
    expect((await channel.tell(1)).status).toBe(202)
    await channel.follow()
    const [listed] = (await ordersOf(owner, { channelId: channel.id })).orders
    const { lineItems } = await read(listed?.id)
    const elsewhere = ({ fulfilledElsewhereQuantity }: { fulfilledElsewhereQuantity: number }) =>
      fulfilledElsewhereQuantity
    expect(sum(lineItems, elsewhere)).toBe(2 * sent.length)
    expect(elsewhere(lineItems.at(-1))).toBe(0)
  })

  it('or fewer can have lines without pieces, which nobody sends or bills, and gifts for nothing, which both do', async () => {
    await aPolicy(owner)
    const { id: custodianId } = await anInternal(owner)
    for (let i = 0; i < 3; i++) await stocking(owner, (await aVariant(owner, { sku: skuOf(i) })).id, custodianId, 9)
    const channel = await aShopifyChannel(owner, shop)
    const lines = [0, 1, 2].map((i) => ({ sku: skuOf(i), name: nameOf(i), quantity: 1, price: i === 1 ? 0 : 1290 }))
    const tell = async (topic: string) => {
      await channel.tell(1, topic)
      await channel.follow()
      await settled()
    }
    shop.putCart(1, { currency: 'EUR', isGross: true, lines })
    await tell('orders/create')
    shop.putCart(1, { currency: 'EUR', isGross: true, lines, edited: [{ line: 2, quantity: 1 }] })
    await tell('orders/updated')
    const [listed] = (await ordersOf(owner, { channelId: channel.id })).orders
    const order = await read(listed?.id)
    expect(order.lineItems.map((line: { quantity: number; total: number }) => [line.quantity, line.total])).toEqual([
      [1, 1290],
      [1, 0],
      [0, 0],
    ])
    const sent = (await fulfilmentOrdersOf(owner, order.id)).flatMap(
      (each: { lines: { sku: string; ordered: number; cancelled: number }[] }) =>
        each.lines.flatMap(({ sku, ordered, cancelled }) => (ordered > cancelled ? [sku] : [])),
    )
    expect(sent.sort()).toEqual([skuOf(0), skuOf(1)])
    const [{ changes }] = (await owner.get(`/api/sales/orders/${order.id}/revisions`)).body.member
    expect(changes).toContainEqual({ field: 'quantity', lineId: '3', from: '1', to: '0' })
    const invoice = { partnerId: (await aPartner(owner)).id, channelId: channel.id, dueDate: '2099-03-31' }
    const { body } = await owner.post('/api/billing/invoices', { ...invoice, currencyCode: 'EUR' })
    const billed = body.lineItems.map((line: { description: string; amount: number }) => [
      line.description,
      line.amount,
    ])
    expect(billed).toEqual([
      [nameOf(0), 1290],
      [nameOf(1), 0],
    ])
  })

  it('with one line more is refused, and says so', async () => {
    shop.putCart(1, aCart(LINES + 1))
    const channel = await aShopifyChannel(owner, shop)
    await channel.tell(1)
    await channel.follow()
    expect(await channel.deliveries()).toMatchObject([{ errorMessage: 'The body has more than 1000 lines.' }])
    expect(await channel.orders()).toEqual([])
  })
})

/** Puts an order of so many lines into a shop of each platform. */
const SHOPS = {
  shopify: async () => {
    const shop = await startShopify()
    return { ...shop, sell: (count: number) => void shop.putCart(1, aCart(count), { updatedAt: ago(1) }) }
  },
  woocommerce: async () => {
    const shop = await startWooCommerce()
    return {
      ...shop,
      sell: (count: number) => void shop.putCart(1, aCart(count), { date_modified_gmt: ago(1).slice(0, 19) }),
    }
  },
  vendure: async () => {
    const shop = await startVendure()
    const lines = (count: number) =>
      listLines(count, (i) => ({ id: String(100 + i), listPrice: 1290 + i, quantity: 2, rates: [VENDURE_RATE] }))
    const sell = (count: number) =>
      void shop.putWith(sample(1, { placedAt: ago(1), modifiedAt: ago(1) }), { lines: lines(count) })
    return { ...shop, sell }
  },
  sylius: async () => {
    const shop = await startSylius()
    const rate = { ...RATE, included: true }
    const items = (count: number) =>
      listLines(count, (i) => ({ id: 100 + i, productName: nameOf(i), unitPrice: 1290 + i, quantity: 2, rate }))
    const sell = (count: number) =>
      void shop.putWith(sample(1, { placedAt: ago(1), modifiedAt: ago(1) }), { items: items(count) })
    return { ...shop, sell }
  },
}

describe.each(Object.entries(SHOPS))('a sync with %s', (type, start) => {
  it('keeps an order of a thousand lines with all its taxes, and names one that has more as failed', async () => {
    const shop = await start()
    try {
      await using(shop)
      const { credentials, config: connectorConfig } = shop
      const channel = await aChannel(owner, {
        type,
        credentials,
        connectorConfig,
        syncSettings: { daysToLookBack: 30 },
      })
      shop.sell(LINES)
      await syncing(owner, channel)
      const [listed] = (await ordersOf(owner, { channelId: channel.id })).orders
      const order = await read(listed?.id)
      expect(order.lineItems).toHaveLength(LINES)
      const taxed = order.lineItems.filter(({ taxes }: { taxes: { amount: number }[] }) => (taxes[0]?.amount ?? 0) > 0)
      expect(taxed).toHaveLength(LINES)
      expect(order.adjustment).toBeNull()
      shop.sell(LINES + 1)
      await syncing(owner, channel)
      const [run] = await runsOf(owner, channel)
      const { member } = await recordsOf(owner, channel, run)
      expect(member).toMatchObject([{ errorMessage: 'has more than 1000 lines' }])
      expect((await read(listed?.id)).lineItems).toHaveLength(LINES)
    } finally {
      await shop.server.stop()
    }
  })
})

describe('a bulk import', () => {
  const buildLines = (count: number, name: (i: number) => string = nameOf) =>
    listLines(count, (i) => ({
      ...{ externalLineId: String(100_000 + i), sku: skuOf(i), name: name(i), quantity: 2, unitPrice: 1290 },
      taxes: [{ name: 'MwSt', ratePercent: 7, amount: 80 }],
    }))
  const aLongRow = (lineItems: object[]) => aRow({ total: 2 * 1290 * lineItems.length, lineItems })
  /** A text that no compression makes shorter. */
  const noise = () => randomBytes(250).toString('hex')

  it('keeps an order of a thousand lines and its changes, and says why it refuses larger ones', async () => {
    simulating()
    owner = await aMember()
    const { id } = await aManualChannel(owner)
    const lines = buildLines(LINES)
    const row = { ...aLongRow(lines), modifiedAt: '2026-03-01T10:00:00Z' }
    expect((await importing(owner, id, [row])).body).toMatchObject({ imported: 1, errors: [] })
    const lineItems = lines.map((line) => ({ ...line, quantity: 1 }))
    const changed = { ...row, lineItems, total: 1290 * LINES, modifiedAt: '2026-03-02T10:00:00Z' }
    expect((await importing(owner, id, [changed])).body).toMatchObject({ updated: 1, errors: [] })
    const [listed] = (await ordersOf(owner, { channelId: id })).orders
    const order = await read(listed?.id)
    expect(order.lineItems).toHaveLength(LINES)
    expect(order).toMatchObject({ revision: 2, total: 1290 * LINES, adjustment: null })
    const tooMany = await importing(owner, id, [aLongRow(buildLines(LINES + 1))])
    expect(tooMany.body.errors).toMatchObject([{ error: 'orders[0].lineItems must have at most 1000 entries' }])
    const tooLong = await importing(owner, id, [aLongRow(buildLines(LINES, noise))])
    expect(tooLong.body.errors).toMatchObject([{ error: expect.stringContaining('orders[0] must not be larger than') }])
    expect((await ordersOf(owner, { channelId: id })).total).toBe(1)
  })
})
