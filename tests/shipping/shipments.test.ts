import { beforeAll, describe, expect, it } from 'vitest'
import { newId, toUuid } from '../../lib/platform/id.ts'
import { aMember, type Member } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { aFulfilmentOrder, anAddress, aShipment, listTasks, listTopics, SHIPMENTS } from './parcels.ts'

let member: Member
beforeAll(async () => {
  member = await aMember()
})

const report = (id: string, event: object) => member.post(`${SHIPMENTS}/${id}/events`, event)

describe('a shipment that a person enters', () => {
  it('stands for itself, with the usual name of its carrier and a link for its number', async () => {
    const { status, body } = await member.post(SHIPMENTS, {
      orderNumber: 'DE-7',
      carrier: 'dhl paket',
      trackingNumber: '0034 0434',
      deliveryAddress: { name: 'Ada', countryCode: 'DE' },
      lines: [{ sku: 'TEA', quantity: 2 }],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'created',
      carrier: 'DHL',
      trackingUrl: 'https://www.dhl.com/en/home/tracking.html?tracking-id=0034%200434',
      deliveryAddress: { name: 'Ada', line1: null, countryCode: 'DE' },
      lines: [{ sku: 'TEA', quantity: 2, variantId: null, name: null }],
      ...{ fulfilmentOrderId: null, orderNumber: 'DE-7', events: [], label: null, proofOfDelivery: null },
    })
    expect(body.trackingPageUrl).toMatch(/\/track\/[\w-]+\.[\w-]{43}$/)
    expect(await listTopics(member, body.id)).toEqual(['created'])
  })

  it('of a fulfilment order has its order, custodian, address and lines', async () => {
    const order = await aFulfilmentOrder(member)
    const { body } = await member.post(SHIPMENTS, { fulfilmentOrderId: order.id, carrier: 'GLS' })
    expect(body).toMatchObject({
      fulfilmentOrderId: order.id,
      salesOrderId: order.salesOrderId,
      orderNumber: order.orderNumber,
      custodianId: toUuid(order.custodianId),
      deliveryAddress: anAddress(),
      lines: [
        { sku: 'TEA', name: 'Green tea', quantity: 2, variantId: order.lines[0]?.variantId },
        { sku: 'CUP', quantity: 1 },
      ],
    })
  })

  it('is refused with all violations if its lines are not those of the fulfilment order', async () => {
    const { id: fulfilmentOrderId } = await aFulfilmentOrder(member)
    const lines = [
      { sku: 'TEA', quantity: 1 },
      { sku: 'TEA', quantity: 2 },
      { sku: 'POT', quantity: 1 },
    ]
    const { status, body } = await member.post(SHIPMENTS, { fulfilmentOrderId, lines })
    expect([status, body.violations.map((each: { propertyPath: string }) => each.propertyPath)]).toEqual([
      400,
      ['lines[1].quantity', 'lines[2].sku'],
    ])
    const twice = await member.post(SHIPMENTS, { fulfilmentOrderId, orderNumber: 'X', deliveryAddress: {} })
    expect(twice.body.violations).toHaveLength(2)
  })

  it('is refused for a fulfilment order that is cancelled, missing or of another tenant', async () => {
    const cancelled = await aFulfilmentOrder(member, { status: 'cancelled' })
    expect((await member.post(SHIPMENTS, { fulfilmentOrderId: cancelled.id })).status).toBe(409)
    const foreign = await aFulfilmentOrder(await aMember())
    const answers = await Promise.all(
      [foreign.id, newId(new Date())].map((id) => member.post(SHIPMENTS, { fulfilmentOrderId: id })),
    )
    for (const { status, body } of answers)
      expect([status, body.violations[0].propertyPath]).toEqual([400, 'fulfilmentOrderId'])
  })

  it('is made once for an idempotency key', async () => {
    const { id: fulfilmentOrderId } = await aFulfilmentOrder(member)
    const key = { 'idempotency-key': fulfilmentOrderId }
    const [one, other] = [
      await member.post(SHIPMENTS, { fulfilmentOrderId }, key),
      await member.post(SHIPMENTS, { fulfilmentOrderId }, key),
    ]
    expect(other.body.id).toBe(one.body.id)
    expect((await member.get(`${SHIPMENTS}?fulfilmentOrderId=${fulfilmentOrderId}`)).body.totalItems).toBe(1)
  })
})

describe('the list of shipments', () => {
  it('is narrowed by status, order and tracking number, however the number is written', async () => {
    const alone = await aMember()
    const order = await aFulfilmentOrder(alone)
    const own = (await alone.post(SHIPMENTS, { fulfilmentOrderId: order.id, trackingNumber: 'ab 12' })).body
    const other = await aShipment(alone)
    await alone.post(`${SHIPMENTS}/${other.id}/events`, { state: 'delivered' })
    const ids = async (query: string) => {
      const { body } = await alone.get(`${SHIPMENTS}?${query}`)
      expect(body.totalItems).toBe(body.member.length)
      return body.member.map(({ id }: { id: string }) => id)
    }
    expect(await ids('')).toEqual([other.id, own.id])
    expect(await ids('status=delivered')).toEqual([other.id])
    expect(await ids(`fulfilmentOrderId=${order.id}`)).toEqual([own.id])
    expect(await ids(`salesOrderId=${order.salesOrderId}&status=delivered`)).toEqual([])
    expect(await ids('trackingNumber=AB12')).toEqual([own.id])
    expect(await ids(`trackingNumber=%20&fulfilmentOrderId=${order.id}`)).toEqual([])
    expect(await ids(`trackingNumber=AB12&salesOrderId=${newId(new Date())}`)).toEqual([])
  })
})

describe('an update of a shipment', () => {
  it('gives another number another link, and keeps a link that a person gave', async () => {
    const { id } = await aShipment(member)
    const change = async (fields: object) => (await member.patch(`${SHIPMENTS}/${id}`, fields)).body
    expect((await change({ carrier: 'UPS', trackingNumber: '1Z9' })).trackingUrl).toContain(
      'ups.com/track?tracknum=1Z9',
    )
    expect((await change({ trackingUrl: 'https://own.example/1' })).trackingUrl).toBe('https://own.example/1')
    expect((await change({ service: 'Express' })).trackingUrl).toBe('https://own.example/1')
    expect(await change({ trackingNumber: '1Z8', promisedBy: '2026-03-04' })).toMatchObject({
      trackingUrl: expect.stringContaining('1Z8'),
      service: 'Express',
      promisedBy: '2026-03-04',
    })
    expect(await change({ carrier: null })).toMatchObject({ carrier: null, trackingUrl: null, trackingNumber: '1Z8' })
  })

  it('is refused for a cancelled shipment, and with an outdated version', async () => {
    const { id } = await aShipment(member)
    expect((await member.patch(`${SHIPMENTS}/${id}`, { service: 'A' }, { 'if-match': '"7"' })).status).toBe(412)
    await member.post(`${SHIPMENTS}/${id}/cancel`)
    expect((await member.patch(`${SHIPMENTS}/${id}`, { service: 'A' })).status).toBe(409)
  })

  it('accepts only https links', async () => {
    const { id } = await aShipment(member)
    for (const trackingUrl of ['javascript:alert(1)', 'http://a.example', 'https://a b'])
      expect((await member.patch(`${SHIPMENTS}/${id}`, { trackingUrl })).status, trackingUrl).toBe(400)
  })

  it('tells the shop of another number once the parcel of a sales order has left, and not before', async () => {
    const seller = await aMember()
    const { id: fulfilmentOrderId } = await aFulfilmentOrder(seller)
    const { id } = (await seller.post(SHIPMENTS, { fulfilmentOrderId })).body
    const countTasks = async () => (await listTasks('sales.shipments.publish', seller.tenant)).length
    await seller.patch(`${SHIPMENTS}/${id}`, { trackingNumber: 'A1' })
    expect(await countTasks()).toBe(0)
    await seller.post(`${SHIPMENTS}/${id}/events`, { state: 'in_transit' })
    expect(await countTasks()).toBe(1)
    await seller.post(`${SHIPMENTS}/${id}/events`, { state: 'out_for_delivery' })
    expect(await countTasks()).toBe(1)
    await seller.patch(`${SHIPMENTS}/${id}`, { trackingNumber: 'A2' })
    expect(await countTasks()).toBe(2)
  })
})

describe('an event that a person reports', () => {
  it('moves the shipment, with each topic once and the proof of delivery', async () => {
    const { id } = await aShipment(member)
    await report(id, { state: 'in_transit', place: 'Hamburg', occurredAt: '2026-03-02T08:00:00Z' })
    const { body } = await report(id, {
      state: 'delivered',
      signedBy: 'A. Lovelace',
      occurredAt: '2026-03-03T08:00:00Z',
    })
    expect(body).toMatchObject({
      status: 'delivered',
      deliveredAt: '2026-03-03T08:00:00.000Z',
      proofOfDelivery: { signedBy: 'A. Lovelace', note: null, at: '2026-03-03T08:00:00.000Z' },
    })
    expect(await listTopics(member, id)).toEqual(['created', 'in_transit', 'delivered'])
    const delivered = (await readEvents(member.tenant)).find(
      ({ topic, data }) => topic === 'shipping.shipment.delivered' && data.shipmentId === id,
    )
    expect(delivered?.data).toMatchObject({ deliveredAt: '2026-03-03T08:00:00.000Z', carrier: 'DHL' })
  })

  it('twice is one event, and changes nothing', async () => {
    const { id } = await aShipment(member)
    const event = { state: 'in_transit', occurredAt: '2026-03-02T08:00:00Z' }
    const first = await report(id, event)
    const second = await report(id, event)
    expect(second.headers.ETag).toBe(first.headers.ETag)
    expect(second.body.events).toHaveLength(1)
  })

  it('must say something, must not lie in the future, and names who signed only for a delivery', async () => {
    const { id } = await aShipment(member)
    const paths = async (event: object) => {
      const { status, body } = await report(id, event)
      return [status, ...(body.violations ?? []).map((each: { propertyPath: string }) => each.propertyPath)]
    }
    expect(await paths({ place: 'Hamburg', signedBy: 'A', occurredAt: '2999-01-01T00:00:00Z' })).toEqual([
      400,
      '',
      'signedBy',
      'occurredAt',
    ])
    expect(await paths({ state: 'cancelled' })).toEqual([400, 'state'])
  })
})

describe('cancelling a shipment', () => {
  it('is possible until the carrier has the parcel, and is said once', async () => {
    const { id } = await aShipment(member)
    const { body } = await member.post(`${SHIPMENTS}/${id}/cancel`, { reason: 'Packed twice' })
    expect(body.status).toBe('cancelled')
    expect((await member.post(`${SHIPMENTS}/${id}/cancel`)).body.errorCode).toBe('OPERATION_NOT_ALLOWED')
    expect(await listTopics(member, id)).toEqual(['created', 'cancelled'])
    const moving = await aShipment(member)
    await report(moving.id, { state: 'in_transit' })
    const refused = await member.post(`${SHIPMENTS}/${moving.id}/cancel`)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The shipment is in_transit. To cancel it, it must be created or scheduled.',
    ])
  })
})
