import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fulfilments, Parcel } from '../../lib/connectors/fulfilments/fulfilment.ts'
import { aParcel } from './parcels.ts'
import { connect, refusalOf } from './platforms.ts'
import { isWrite } from './servers/dock.ts'
import { sample } from './servers/sample.ts'
import { startShopify } from './servers/shopify.ts'
import { startSylius } from './servers/sylius.ts'
import { startVendure } from './servers/vendure.ts'
import { startWooCommerce } from './servers/woocommerce.ts'

const ORDERED = 3

interface Given {
  config?: Record<string, string>
  others?: Parcel[]
  isLast?: boolean
}

const publishing =
  (platform: () => Parameters<typeof connect>[0] & { refOf(id: number): string }) =>
  async (parcel: Parcel, { config, others = [], isLast = true }: Given = {}) => {
    const { connector, store } = connect(platform(), config && { config: { ...platform().config, ...config } })
    const found = await connector.orders.get(store, platform().refOf(1))
    const order = { externalOrderId: found?.order.externalOrderId ?? '1', raw: found?.raw }
    return await (connector.fulfilments as Fulfilments).publish(store, { order, parcel, others, isLast })
  }

describe('a parcel on WooCommerce', () => {
  let shop: Awaited<ReturnType<typeof startWooCommerce>>
  beforeEach(async () => {
    shop = await startWooCommerce()
    shop.put(sample(1, { quantity: ORDERED }))
  })
  afterEach(() => shop.server.stop())
  const publish = publishing(() => shop)
  const writes = () => shop.server.asked.filter(isWrite)

  it('is shown with its number before the order is completed, which mails the customer', async () => {
    await publish(aParcel(ORDERED))
    expect(writes().map(({ path, body }) => [path.split('/').at(-1), body.status])).toEqual([
      ['fulfillments', 'fulfilled'],
      ['1', 'completed'],
    ])
    expect(shop.parcels.mails).toEqual(['completed'])
  })

  it('completes the order although the worker before died between the two', async () => {
    const parcel = aParcel(ORDERED)
    shop.server.misbehaveAt(({ method }) => method === 'PUT', { status: 400, json: {} })
    await refusalOf(publish(parcel))
    expect(shop.parcels.mails).toEqual([])
    await publish({ ...parcel, wasTried: true })
    expect(shop.parcels.fulfilments).toHaveLength(1)
    expect(shop.parcels.mails).toEqual(['completed'])
  })

  it('does not complete an order with a remaining parcel, a refund or another status', async () => {
    await publish(aParcel(1), { isLast: false })
    shop.put(sample(2, { quantity: ORDERED }))
    const orders = [{ refunds: [{ id: 1, total: '-1.00' }] }, { status: 'on-hold' }]
    for (const fields of orders) {
      shop.put(sample(1, { quantity: ORDERED }))
      shop.change(1, fields)
      await publish(aParcel(1))
    }
    expect(shop.parcels.mails).toEqual([])
  })

  it('mails the customer only if the channel says so', async () => {
    await publish(aParcel(1), { isLast: false })
    expect(shop.parcels.mails).toEqual([])
    await publish(aParcel(1), { isLast: false, config: { notify_customer: 'true' } })
    expect(shop.parcels.mails).toEqual(['fulfilment'])
  })

  it('keeps what the shop stores with it when its number changes', async () => {
    const parcel = aParcel(ORDERED)
    await publish(parcel)
    shop.parcels.fulfilments[0]?.meta_data.push({ key: '_packed_by', value: 'Ada' })
    const formerNumbers = [parcel.trackingNumber ?? '']
    await publish({ ...parcel, trackingNumber: 'NEW', wasTried: true, formerNumbers })
    const meta = Object.fromEntries(shop.parcels.fulfilments[0]?.meta_data.map(({ key, value }) => [key, value]) ?? [])
    expect(meta).toEqual({
      _date_fulfilled: expect.any(String),
      _items: [{ item_id: 1, qty: ORDERED }],
      _packed_by: 'Ada',
      _platform_shipment_id: parcel.id,
      _shipment_provider: 'DHL',
      _tracking_number: 'NEW',
      _tracking_url: parcel.trackingUrl,
    })
  })

  it('takes pieces of two lines with the same SKU', async () => {
    const line = { name: 'Green tea', sku: 'TEA-1', total: '1.00', total_tax: '0.00' }
    const lines = [1, 2].map((id) => ({ ...line, id, quantity: id }))
    shop.change(1, { line_items: lines })
    await publish(aParcel(3))
    expect(shop.parcels.fulfilments[0]?.meta_data[0]).toEqual({
      key: '_items',
      value: [
        { item_id: 1, qty: 1 },
        { item_id: 2, qty: 2 },
      ],
    })
  })

  it('ignores drafts and deleted fulfilments of the shop', async () => {
    const parcel = aParcel(ORDERED)
    shop.dock.fulfil(1, ORDERED, parcel.trackingNumber)
    Object.assign(shop.parcels.fulfilments[0] as object, { is_fulfilled: false, status: 'unfulfilled' })
    shop.dock.fulfil(1, ORDERED, parcel.trackingNumber)
    Object.assign(shop.parcels.fulfilments[1] as object, { date_deleted: '2026-03-01' })
    expect(await publish(parcel)).toMatchObject({ published: 'created' })
  })

  it('is an entry of the extension for tracking where the shop has no fulfilments, once', async () => {
    shop.parcels.mode.keeps = 'extension'
    const parcel = aParcel(ORDERED)
    const first = await publish(parcel)
    expect(first).toMatchObject({ published: 'created' })
    expect(await publish({ ...parcel, wasTried: true })).toMatchObject({ published: 'unchanged' })
    expect(shop.parcels.trackings).toMatchObject([
      { tracking_number: parcel.trackingNumber, tracking_provider: 'DHL', tracking_link: parcel.trackingUrl },
    ])
    expect(writes()[0]?.body.date_shipped).toBe(parcel.handedOverOn)
    const externalIds = 'published' in first ? first.externalIds : []
    const formerNumbers = [parcel.trackingNumber ?? '']
    await publish({ ...parcel, trackingNumber: 'NEW', externalIds, wasTried: true, formerNumbers })
    expect(shop.parcels.trackings).toMatchObject([{ tracking_number: 'NEW' }])
    expect(shop.parcels.mails).toEqual(['completed'])
  })

  it.each(['notes', 'extension'] as const)(
    'is a note, once, where the shop has only %s and it has no number',
    async (keeps) => {
      shop.parcels.mode.keeps = keeps
      const parcel = aParcel(ORDERED, { trackingNumber: null, trackingUrl: null })
      expect(await publish(parcel)).toMatchObject({ published: 'created' })
      expect(await publish({ ...parcel, wasTried: true })).toMatchObject({ published: 'unchanged' })
      expect(shop.parcels.notes).toMatchObject([
        { note: `Shipped: 3 x Green tea. Carrier: DHL. Reference: ${parcel.id}.`, customer_note: false },
      ])
    },
  )

  it('is a note again when its number changes where the shop has nothing else', async () => {
    shop.parcels.mode.keeps = 'notes'
    const parcel = aParcel(ORDERED)
    await publish(parcel)
    const changed = { ...parcel, trackingNumber: 'NEW', wasTried: true }
    expect(await publish(changed)).toMatchObject({ published: 'updated' })
    expect(await publish(changed)).toMatchObject({ published: 'unchanged' })
    expect(shop.parcels.notes.map(({ note }) => / number: (\S+)\. /.exec(note)?.[1])).toEqual([
      parcel.trackingNumber,
      'NEW',
    ])
  })

  it('waits while the payment of the order is failed, since it may be paid anew', async () => {
    shop.change(1, { status: 'failed' })
    expect(await publish(aParcel(ORDERED))).toEqual({ waits: expect.stringContaining('its payment failed') })
    expect(writes()).toEqual([])
    shop.change(1, { status: 'processing' })
    expect(await publish(aParcel(ORDERED))).toMatchObject({ published: 'created' })
  })

  it('is refused with the reason of the shop', async () => {
    shop.server.misbehaveAt(({ method }) => method === 'POST', {
      status: 400,
      json: { code: '0', message: 'No <b>items</b>.' },
    })
    expect(await publish(aParcel(ORDERED))).toEqual({ refused: 'The shop rejects it: No items.' })
  })
})

describe('a parcel on Shopify', () => {
  let shop: Awaited<ReturnType<typeof startShopify>>
  beforeEach(async () => {
    shop = await startShopify()
    shop.put(sample(1, { quantity: ORDERED }))
  })
  afterEach(() => shop.server.stop())
  const publish = publishing(() => shop)
  const request = () => shop.parcels.requestsOf(1)[0] as ReturnType<typeof shop.parcels.requestsOf>[0]

  it('waits while somebody holds its pieces back, and says why', async () => {
    Object.assign(request(), { status: 'ON_HOLD', holds: [{ reason: 'HIGH_RISK_OF_FRAUD', reasonNotes: 'Call them' }] })
    expect(await publish(aParcel(ORDERED))).toEqual({ waits: 'The shop holds the order back: Call them.' })
    request().status = 'OPEN'
    expect(await publish(aParcel(ORDERED))).toMatchObject({ published: 'created' })
  })

  it.each([
    ['VOIDED', 'its payment was voided'],
    ['EXPIRED', 'its payment was not captured in time'],
  ])('waits while the payment of the order is %s, since it may be paid anew', async (displayFinancialStatus, why) => {
    shop.put(sample(1, { quantity: ORDERED }), { displayFinancialStatus })
    expect(await publish(aParcel(ORDERED))).toEqual({ waits: expect.stringContaining(why) })
    expect(shop.server.asked.filter(isWrite)).toEqual([])
    shop.put(sample(1, { quantity: ORDERED }), { displayFinancialStatus: 'PENDING' })
    expect(await publish(aParcel(ORDERED))).toMatchObject({ published: 'created' })
  })

  it('is shown at a test order only if the channel takes those', async () => {
    shop.putTest(sample(1, { quantity: ORDERED }))
    expect(await publish(aParcel(1))).toEqual({ waits: expect.stringContaining('it is a test') })
    expect(await publish(aParcel(1), { config: { test_orders: 'true' } })).toMatchObject({ published: 'created' })
  })

  it('takes its pieces from the fulfilment order that is open, not from an old one', async () => {
    const [line] = request().lines
    const old = { id: shop.parcels.gid('FulfillmentOrder'), status: 'CLOSED', location: request().location, holds: [] }
    shop.parcels.requestsOf(1).unshift({ ...old, lines: [{ ...line, remainingQuantity: ORDERED } as never] })
    expect(await publish(aParcel(ORDERED))).toMatchObject({ published: 'created' })
    expect(shop.parcels.requestsOf(1)[1]?.status).toBe('CLOSED')
  })

  it('is one call for each location, and the rest follows if the second one fails', async () => {
    const [line] = request().lines
    const other = { ...line, id: shop.parcels.gid('FulfillmentOrderLineItem'), remainingQuantity: 1 }
    Object.assign(line as object, { remainingQuantity: 2 })
    const more = { id: shop.parcels.gid('FulfillmentOrder'), status: 'OPEN', holds: [] }
    shop.parcels.requestsOf(1).push({ ...more, location: 'gid://shopify/Location/2', lines: [other as never] })
    let calls = 0
    shop.server.misbehaveAt((asked) => isWrite(asked) && ++calls === 2, { status: 500, json: {} })
    const parcel = aParcel(ORDERED)
    await refusalOf(publish(parcel))
    const outcome = await publish({ ...parcel, wasTried: true })
    expect(outcome).toEqual({ published: 'created', externalIds: [expect.any(String), expect.any(String)] })
    expect(shop.dock.shown(1)).toEqual([
      { number: parcel.trackingNumber, pieces: 2 },
      { number: parcel.trackingNumber, pieces: 1 },
    ])
  })

  it('mails the customer only if the channel says so', async () => {
    await publish(aParcel(1))
    await publish(aParcel(1), { config: { notify_customer: 'true' } })
    expect([...shop.parcels.fulfilments.values()].flat().map(({ notified }) => notified)).toEqual([false, true])
  })

  it('is published again where the fulfilment was cancelled in the shop', async () => {
    const parcel = aParcel(1)
    const first = await publish(parcel)
    for (const [made] of shop.parcels.fulfilments.values()) if (made) made.status = 'CANCELLED'
    const externalIds = 'published' in first ? first.externalIds : []
    expect(await publish({ ...parcel, externalIds, wasTried: true })).toMatchObject({ published: 'created' })
  })
})

describe('a parcel on Vendure', () => {
  let shop: Awaited<ReturnType<typeof startVendure>>
  beforeEach(async () => {
    shop = await startVendure()
    shop.put(sample(1, { quantity: ORDERED }))
  })
  afterEach(() => shop.server.stop())
  const publish = publishing(() => shop)

  it('waits until the payment is settled, since the order could not follow', async () => {
    shop.put(sample(1, { quantity: ORDERED, state: 'open' }))
    expect(await publish(aParcel(ORDERED))).toEqual({ waits: expect.stringContaining('not settled') })
    expect(shop.parcels.fulfilments).toEqual([])
  })

  it('is moved to shipped if the worker before died after adding it', async () => {
    const parcel = aParcel(ORDERED)
    shop.server.misbehaveAt(({ body }) => String(body.query).startsWith('mutation MoveFulfilment'), 'gone')
    await refusalOf(publish(parcel))
    expect(shop.parcels.fulfilments).toMatchObject([{ state: 'Pending' }])
    expect(await publish({ ...parcel, wasTried: true })).toMatchObject({ published: 'unchanged' })
    expect(shop.parcels.fulfilments).toMatchObject([{ state: 'Shipped', method: 'DHL' }])
  })

  it('waits for stock and is refused without a handler', async () => {
    shop.parcels.mode.hasStock = false
    expect(await publish(aParcel(ORDERED))).toEqual({ waits: expect.stringContaining('no stock') })
    shop.parcels.mode.handlers = []
    expect(await refusalOf(publish(aParcel(ORDERED)))).toMatchObject({ code: 'INVALID_CONFIG' })
  })

  it('leaves the order partially shipped until the last one', async () => {
    const stateNow = async () => {
      const { connector, store } = connect(shop)
      return (await connector.orders.get(store, '1'))?.order.status
    }
    await publish(aParcel(2), { isLast: false })
    expect(await stateNow()).toBe('PartiallyShipped')
    await publish(aParcel(1))
    expect(await stateNow()).toBe('Shipped')
  })
})

describe('a parcel on Sylius', () => {
  let shop: Awaited<ReturnType<typeof startSylius>>
  beforeEach(async () => {
    shop = await startSylius()
    shop.put(sample(1, { quantity: ORDERED }))
  })
  afterEach(() => shop.server.stop())
  const publish = publishing(() => shop)

  it('ships the order already as the first one if the channel says so', async () => {
    const config = { ship_at: 'first' }
    const [first, second] = [aParcel(1), aParcel(2)]
    expect(await publish(first, { config, isLast: false })).toMatchObject({ published: 'created' })
    expect(shop.dock.shown(1)).toEqual([{ number: first.trackingNumber, pieces: null }])
    const outcome = await publish(second, { config, others: [first] })
    expect(outcome).toMatchObject({ published: 'unchanged', remark: expect.stringContaining('cannot add') })
    expect(shop.parcels.mails).toEqual([first.trackingNumber])
  })

  it('waits if somebody ships the order at the same moment, and is then compared', async () => {
    shop.server.meanwhile((asked) => {
      if (asked.method === 'PATCH') shop.dock.fulfil(1, ORDERED, 'BY-HAND')
    })
    expect(await publish(aParcel(ORDERED))).toEqual({ waits: expect.stringContaining('not ready') })
    expect(await publish(aParcel(ORDERED))).toMatchObject({ published: 'unchanged', remark: expect.any(String) })
    expect(shop.parcels.mails).toEqual(['BY-HAND'])
  })

  it('sends as many numbers as the shop can store', async () => {
    const others = Array.from({ length: 40 }, () => aParcel(1, { trackingNumber: `${'9'.repeat(20)}` }))
    for (const [index, other] of others.entries())
      Object.assign(other, { trackingNumber: `${'9'.repeat(18)}${10 + index}` })
    await publish(aParcel(1), { others })
    const [shown] = shop.dock.shown(1)
    expect(shown?.number?.length).toBeLessThanOrEqual(255)
    expect(shown?.number?.split(', ')).toHaveLength(12)
  })
})
