import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { sample } from '../connectors/servers/sample.ts'
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
import { aChannel, aVariant } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { ordersOf } from './orders.ts'
import { changeParcel, fulfilmentsOf, runTasks } from './parcels.ts'
import { simulating, syncing } from './sync.ts'

let owner: Member
let shop: Awaited<ReturnType<typeof startShopify>>
let channel: { id: string } | undefined
let stock: { id: string }
let custodianId: string
beforeEach(async () => {
  shop = await startShopify()
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(shop.address, shop.server.url) }) },
  })
  owner = await aMember()
  await aPolicy(owner)
  custodianId = (await anInternal(owner)).id
  stock = await aStocked('A')
  channel = undefined
})
afterEach(() => shop.server.stop())
afterAll(() => useApp(undefined))

const aShop = async (fields: object) => {
  const { type, credentials } = shop
  return await aChannel(owner, { type, credentials, syncSettings: { daysToLookBack: 365 }, ...fields })
}

const aStocked = async (sku: string) => {
  const variant = await aVariant(owner, { sku })
  return await stocking(owner, variant.id, custodianId, 10)
}

const line = (sku: string, quantity: number) => ({ sku, name: sku, quantity, price: 1000 })
const cart = (lines: ReturnType<typeof line>[], more: Partial<ShopifyCart> = {}): ShopifyCart => ({
  ...{ currency: 'EUR', isGross: true, lines },
  ...more,
})

const read = async (id = 1) => {
  const own = channel ?? (await aShop({}))
  channel = own
  await syncing(owner, own)
  await settled()
  const { orders } = await ordersOf(owner, { channelId: own.id })
  const found = orders.find(({ externalOrderId }) => externalOrderId === String(id))
  return found && (await owner.get(`/api/sales/orders/${found.id}`)).body
}
const openIncidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member
const piecesOf = async (orderId: string) =>
  (await fulfilmentOrdersOf(owner, orderId))
    .filter(({ status }: { status: string }) => ['open', 'in_progress', 'on_hold'].includes(status))
    .flatMap(({ lines }: { lines: { sku: string; ordered: number; handedOver: number; cancelled: number }[] }) =>
      lines.map(({ sku, ordered, handedOver, cancelled }) => [sku, ordered - handedOver - cancelled]),
    )
const handOver = async (orderId: string, lines?: { lineId: string; quantity: number }[], trackingNumber = 'TN1') => {
  const [{ id }] = await fulfilmentOrdersOf(owner, orderId)
  const answer = await owner.post(`${ORDERS}/${id}/hand-over`, {
    parcels: [{ carrier: 'DHL', trackingNumber, ...(lines && { lines }) }],
  })
  await settled()
  return answer
}
/** Changes the first fulfilment order of the shop. */
const holding = (id: number, fields: object) => Object.assign(shop.parcels.requestsOf(id)[0] as object, fields)
const later = (seconds: number) => ({ updatedAt: new Date(Date.now() + seconds * 1000).toISOString() })

describe('an order that the shop holds back', () => {
  it.each([
    [
      'ON_HOLD',
      { status: 'ON_HOLD', holds: [{ reason: 'AWAITING_PAYMENT', reasonNotes: 'The bank asks' }] },
      'AWAITING_PAYMENT: The bank asks',
    ],
    ['SCHEDULED', { status: 'SCHEDULED', fulfillAt: '2027-01-04T00:00:00Z' }, 'until 2027-01-04T00:00:00.000Z'],
  ])('as %s is not sent, says why, and goes on once the shop releases it', async (word, request, said) => {
    shop.putCart(1, cart([line('A', 2)]), { displayFulfillmentStatus: word })
    holding(1, request)
    const held = await read()
    expect(held.status).toBe('held')
    expect(held.decidedBy.reason).toContain(said)
    expect(await fulfilmentOrdersOf(owner, held.id)).toEqual([])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
    shop.putCart(1, cart([line('A', 2), line('A', 1)]), { displayFulfillmentStatus: 'UNFULFILLED' })
    holding(1, { status: 'OPEN', holds: [] })
    const released = await read()
    expect(released.status).toBe('accepted')
    expect(await piecesOf(released.id)).toEqual([
      ['A', 2],
      ['A', 1],
    ])
  })

  it('in part keeps these pieces back, and sends them later', async () => {
    shop.putCart(1, cart([line('A', 2)]))
    const [request] = shop.parcels.requestsOf(1)
    const [of] = request?.lines ?? []
    if (!request || !of) throw new Error('no fulfilment order')
    of.remainingQuantity = 1
    const held = { ...request, id: 'gid://shopify/FulfillmentOrder/77', status: 'ON_HOLD', lines: [{ ...of, id: 'x' }] }
    shop.parcels.requestsOf(1).push(held)
    const order = await read()
    expect(order.lineItems[0]).toMatchObject({ quantity: 2, onHoldQuantity: 1, fulfilledElsewhereQuantity: 0 })
    expect(await piecesOf(order.id)).toEqual([['A', 1]])
    held.status = 'OPEN'
    shop.putCart(1, cart([line('A', 2)]))
    await read()
    const sums = (await piecesOf(order.id)).reduce((sum: number, [, pieces]: [string, number]) => sum + pieces, 0)
    expect(sums).toBe(2)
    expect(await openIncidents()).toEqual([])
  })

  it('after it was planned is withdrawn until the shop releases it', async () => {
    shop.putCart(1, cart([line('A', 2)]))
    const order = await read()
    expect(await piecesOf(order.id)).toEqual([['A', 2]])
    shop.putCart(1, cart([line('A', 2)]), { displayFulfillmentStatus: 'ON_HOLD' })
    holding(1, { status: 'ON_HOLD', holds: [{ reason: 'HIGH_RISK_OF_FRAUD', reasonNotes: null }] })
    expect((await read()).decidedBy.reason).toContain('HIGH_RISK_OF_FRAUD')
    expect(await piecesOf(order.id)).toEqual([])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
    shop.putCart(1, cart([line('A', 2)]))
    holding(1, { status: 'OPEN', holds: [] })
    await read()
    expect(await piecesOf(order.id)).toEqual([['A', 2]])
  })
})

describe('a webhook of the shop', () => {
  const SECRET = 'merchants-app-secret'
  let told = 0
  const tell = async (topic: string, payload: object) => {
    const body = JSON.stringify(payload)
    const { status } = await send('POST', `/hooks/channels/${channel?.id}`, {
      body,
      headers: {
        'x-shopify-topic': topic,
        'x-shopify-webhook-id': `f-${++told}`,
        'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
      },
    })
    expect(status).toBe(202)
    await settled()
  }
  const show = async () => {
    const [found] = (await ordersOf(owner, { channelId: channel?.id ?? '' })).orders
    return (await owner.get(`/api/sales/orders/${found?.id}`)).body
  }

  it('releases an order of which nothing but its fulfilment order changed', async () => {
    const hooked = await aShop({ credentials: { ...shop.credentials, client_secret: SECRET } })
    channel = hooked
    await owner.post(`/api/sales/channels/${hooked.id}/webhooks`, { topic: 'fulfillment_orders/hold_released' })
    shop.putCart(1, cart([line('A', 2)]), { displayFulfillmentStatus: 'ON_HOLD' })
    holding(1, { status: 'ON_HOLD', holds: [{ reason: 'OTHER', reasonNotes: null }] })
    const [request] = shop.parcels.requestsOf(1)
    await tell('fulfillment_orders/placed_on_hold', { fulfillment_order: { id: request?.id, status: 'on_hold' } })
    expect((await show()).status).toBe('held')
    Object.assign(request as object, { status: 'OPEN', holds: [] })
    shop.change(1, { displayFulfillmentStatus: 'UNFULFILLED' })
    await tell('fulfillment_orders/hold_released', { fulfillment_order: { id: request?.id, status: 'open' } })
    const released = await show()
    expect(released.status).toBe('accepted')
    expect(await piecesOf(released.id)).toEqual([['A', 2]])
    shop.dock.fulfil(1, 1, 'STAFF')
    await tell('fulfillments/create', { id: 5, order_id: 1, status: 'success' })
    expect(await piecesOf(released.id)).toEqual([['A', 1]])
    await tell('fulfillment_orders/hold_released', { fulfillment_order: { id: 'gid://shopify/FulfillmentOrder/404' } })
    expect(await piecesOf(released.id)).toEqual([['A', 1]])
  })
})

describe('lines that somebody else sends', () => {
  const divide = () => {
    const [request] = shop.parcels.requestsOf(1)
    if (!request) throw new Error('no fulfilment order')
    const [own, other] = request.lines
    if (!own || !other) throw new Error('no lines')
    request.lines = [own]
    const location = 'gid://shopify/Location/9'
    const made = { ...request, id: 'gid://shopify/FulfillmentOrder/88', location, isOther: true, lines: [other] }
    return { request, made: { ...made, status: 'IN_PROGRESS' } }
  }

  it('belong to the order for its revenue only, although no variant has their SKU', async () => {
    shop.putCart(1, cart([line('A', 1), line('PRINT', 1)]), { displayFulfillmentStatus: 'IN_PROGRESS' })
    const { made } = divide()
    shop.parcels.requestsOf(1).push(made)
    const order = await read()
    expect(order).toMatchObject({ status: 'accepted', total: 2000 })
    expect(
      order.lineItems.map((each: { fulfilledElsewhereQuantity: number }) => each.fulfilledElsewhereQuantity),
    ).toEqual([0, 1])
    expect(await piecesOf(order.id)).toEqual([['A', 1]])
    expect(await openIncidents()).toEqual([])
    expect((await handOver(order.id)).status).toBe(200)
    expect(await read()).toMatchObject({ fulfilmentStatus: 'fulfilled' })
  })

  it('are those of fulfilment orders that the app may not see', async () => {
    shop.putCart(1, cart([line('A', 1), line('PRINT', 1)]))
    divide()
    expect(await piecesOf((await read()).id)).toEqual([['A', 1]])
  })

  it('are those outside of the locations that the channel names', async () => {
    await aStocked('PRINT')
    channel = await aShop({ connectorConfig: { fulfilment_location_ids: '9' } })
    shop.putCart(1, cart([line('A', 1), line('PRINT', 1)]))
    const { made } = divide()
    shop.parcels.requestsOf(1).push(made)
    expect(await piecesOf((await read()).id)).toEqual([['PRINT', 1]])
  })

  it.each(['PICK_UP', 'RETAIL'])('are those without a parcel: %s', async (method) => {
    const nowhere = { shippingAddress: null as never, shippingLines: { nodes: [] } as never }
    shop.putCart(1, cart([line('A', 1)]), nowhere)
    holding(1, { method })
    const order = await read()
    expect(order).toMatchObject({ status: 'accepted', lineItems: [{ fulfilledElsewhereQuantity: 1 }] })
    expect(await fulfilmentOrdersOf(owner, order.id)).toEqual([])
  })

  it('are read by an app that may not see fulfilment orders as those of the channel', async () => {
    shop.mode.scopes = ['read_orders', 'read_customers', 'read_products']
    shop.putCart(1, cart([line('A', 1)]))
    expect(await piecesOf((await read()).id)).toEqual([['A', 1]])
  })
})

it('an order without an address waits until it has one', async () => {
  shop.putCart(1, cart([line('A', 1)]), { shippingAddress: null as never })
  const order = await read()
  expect(order).toMatchObject({ status: 'held', decidedBy: { reason: 'The order has no delivery address' } })
  shop.putCart(1, cart([line('A', 1)]))
  expect(await read()).toMatchObject({ status: 'accepted' })
  expect(await piecesOf(order.id)).toEqual([['A', 1]])
})

describe('after the parcel', () => {
  it.each(['A', 'B'])('an exchange for %s is sent, and what came back is not', async (sku) => {
    if (sku === 'B') await aStocked('B')
    shop.putCart(1, cart([line('A', 1)]))
    const order = await read()
    expect((await handOver(order.id)).status).toBe(200)
    await runTasks(owner)
    await read()
    const after = cart([line('A', 1), line(sku, 1)], { edited: [{ line: 0, quantity: 1 }] })
    shop.putCart(1, after, { displayFulfillmentStatus: 'PARTIALLY_FULFILLED', ...later(5) })
    const exchanged = await read()
    expect(await piecesOf(order.id)).toEqual([[sku, 1]])
    expect(exchanged).toMatchObject({ status: 'accepted', fulfilmentStatus: 'partially_fulfilled' })
    expect(exchanged.lineItems).toMatchObject([{ sku: 'A' }, { sku, quantity: 1 }])
    expect(await openIncidents()).toEqual([])
  })

  it('a refund of a piece that left changes nothing of the fulfilment, and shows what comes back', async () => {
    shop.putCart(1, cart([line('A', 3)]))
    const order = await read()
    await handOver(order.id)
    await runTasks(owner)
    const refunds = [{ lines: [{ line: 0, quantity: 1, left: true }] }]
    shop.putCart(1, cart([line('A', 3)], { refunds }), later(5))
    expect(await read()).toMatchObject({
      ...{ status: 'accepted', fulfilmentStatus: 'fulfilled' },
      lineItems: [{ quantity: 3, refundedQuantity: 1 }],
    })
    expect(await openIncidents()).toEqual([])
  })

  it('a refund of the piece that left leaves the other one to be sent', async () => {
    shop.putCart(1, cart([line('A', 2)]))
    const order = await read()
    const [{ lines }] = await fulfilmentOrdersOf(owner, order.id)
    await handOver(order.id, [{ lineId: lines[0].id, quantity: 1 }])
    await runTasks(owner)
    shop.putCart(1, cart([line('A', 2)], { refunds: [{ lines: [{ line: 0, quantity: 1, left: true }] }] }), later(5))
    expect(await read()).toMatchObject({ status: 'accepted', lineItems: [{ quantity: 2, refundedQuantity: 1 }] })
    expect(await piecesOf(order.id)).toEqual([['A', 1]])
    expect(await openIncidents()).toEqual([])
  })

  it('what the shop cancels of the rest is not sent any more', async () => {
    shop.putCart(1, cart([line('A', 3)]))
    const order = await read()
    const [{ id, lines }] = await fulfilmentOrdersOf(owner, order.id)
    await handOver(order.id, [{ lineId: lines[0].id, quantity: 1 }])
    await runTasks(owner)
    shop.putCart(1, cart([line('A', 3)], { refunds: [{ lines: [{ line: 0, quantity: 2, left: false }] }] }), later(5))
    expect(await read()).toMatchObject({ lineItems: [{ quantity: 1, cancelledQuantity: 2 }] })
    expect(await fulfilmentOrdersOf(owner, order.id)).toMatchObject([{ id, status: 'closed', outcome: 'short' }])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 9, reserved: 0 })
    expect((await handOver(order.id)).status).toBe(409)
  })
})

describe('a fulfilment with several tracking numbers', () => {
  const numbersOf = () => shop.dock.shown(1).map(({ number }) => number)

  it('of staff, one of which is ours, has the parcel already', async () => {
    shop.putCart(1, cart([line('A', 1)]))
    const order = await read()
    shop.dock.fulfil(1, 1, 'X1')
    const [fulfilment] = [...shop.parcels.fulfilments.values()].flat()
    Object.assign(fulfilment?.tracking as object, { numbers: ['X1', 'TN1'] })
    expect((await handOver(order.id)).status).toBe(200)
    await runTasks(owner)
    expect((await fulfilmentsOf(owner, order)).parcels).toMatchObject([{ status: 'published' }])
    expect(numbersOf()).toEqual(['X1, TN1'])
    expect((await fulfilmentsOf(owner, order)).fulfilments).toMatchObject([{ trackingNumber: 'X1, TN1' }])
    expect(await read()).toMatchObject({ lineItems: [{ fulfilledElsewhereQuantity: 0 }] })
  })

  it('keeps the numbers that staff has added when ours is corrected', async () => {
    shop.putCart(1, cart([line('A', 1)]))
    const order = await read()
    await handOver(order.id)
    await runTasks(owner)
    const [fulfilment] = [...shop.parcels.fulfilments.values()].flat()
    Object.assign(fulfilment?.tracking as object, { numbers: ['X1', 'TN1'] })
    const { parcels } = await fulfilmentsOf(owner, order)
    const parcel = { id: parcels[0]?.shipmentId ?? '' }
    await changeParcel(owner, parcel, { carrier: 'UPS' })
    await runTasks(owner)
    expect(numbersOf()).toEqual(['X1, TN1'])
    await changeParcel(owner, parcel, { trackingNumber: 'TN2' })
    await runTasks(owner)
    expect(numbersOf()).toEqual(['X1, TN2'])
    expect(await read()).toMatchObject({ lineItems: [{ fulfilledElsewhereQuantity: 0 }] })
  })
})

it('status filters of several kinds all have to fit, in a sync', async () => {
  const filtered = await aShop({ syncSettings: { daysToLookBack: 365, statusFilters: ['paid', 'unfulfilled'] } })
  const states = [
    ['PENDING', 'UNFULFILLED'],
    ['PAID', 'FULFILLED'],
    ['PAID', 'UNFULFILLED'],
    ['VOIDED', 'UNFULFILLED'],
    ['REFUNDED', 'FULFILLED'],
  ] as const
  for (const [at, [money, goods]] of states.entries())
    shop.put(sample(at + 1), { displayFinancialStatus: money, displayFulfillmentStatus: goods })
  await syncing(owner, filtered)
  const { orders } = await ordersOf(owner, { channelId: filtered.id })
  const open = orders.filter(({ status }) => status !== 'cancelled')
  expect(open.map(({ externalOrderId, status }) => [externalOrderId, status])).toEqual([['3', 'accepted']])
  const [, search] = /"query":"(updated_at[^"]+)"/.exec(JSON.stringify(shop.server.asked.map(({ body }) => body))) ?? []
  expect(search).toContain('(financial_status:paid AND fulfillment_status:unfulfilled)')
})
