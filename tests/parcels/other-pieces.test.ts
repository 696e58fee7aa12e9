import { beforeEach, describe, expect, it } from 'vitest'
import {
  anOrder,
  aPolicy,
  handOffs,
  ORDERS,
  ordersOf,
  settled,
  statusOf,
  stocking,
  stockOf,
} from '../fulfilment/fulfilling.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { anAccepted, aPacked, aToldParcel, openIncidents, pageOf, shipmentsOf } from './telling.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

const read = async (id: string) => (await owner.get(`${ORDERS}/${id}`)).body

const statusesOf = async (salesOrderId: string) =>
  (await shipmentsOf(owner, salesOrderId))
    .map(({ trackingNumber, status }: { trackingNumber: string; status: string }) => `${trackingNumber} ${status}`)
    .sort()

/** The state of a warehouse that knows a kit by its components. */
const exploded = () => ({ parcels: [aToldParcel('a1', { 'TEA-CUP': 2, 'TEA-BAG': 4 })] })

describe('a parcel whose pieces fit no line of its order', () => {
  it('is never a reason to send the pieces again: the order waits, and an incident names both sides', async () => {
    const { id, reference, order, warehouse, variant, stock, secondStock } = await anAccepted(owner, 2)
    await warehouse.tells(reference, exploded())
    expect(await ordersOf(owner, order.id)).toHaveLength(1)
    const waiting = await read(id)
    expect(waiting).toMatchObject({ status: 'in_progress', lines: [{ handedOver: 0, cancelled: 0, allocated: 2 }] })
    const [incident, ...others] = await openIncidents(owner)
    expect(others).toEqual([])
    expect(incident).toMatchObject({ reason: 'unexpected_news', fulfilmentOrderId: id })
    for (const text of ['2 × TEA-CUP', '4 × TEA-BAG', `2 × ${variant.sku}`])
      expect(incident?.description).toContain(text)
    expect(waiting.mismatch).toBe(incident?.description)
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 5, reserved: 2 })
    expect(await stockOf(owner, secondStock.id)).toEqual({ onHand: 5, reserved: 0 })
    expect(await shipmentsOf(owner, order.id)).toMatchObject([{ trackingNumber: 'TN-a1', status: 'in_transit' }])
  })

  it('tells people once, however often it is told, and not again after they decided', async () => {
    const { id, reference, order, warehouse, stock } = await anAccepted(owner, 2)
    await warehouse.tells(reference, exploded())
    const [incident] = (await owner.get('/api/fulfilment/incidents?status=open')).body.member
    const { status } = await owner.post(`/api/fulfilment/incidents/${incident.id}/resolve`, { note: 'Asked them' })
    expect(status).toBe(200)
    await warehouse.tells(reference, exploded())
    expect(await openIncidents(owner)).toEqual([])
    const handedOver = await owner.post(`${ORDERS}/${id}/hand-over`, { parcels: [{}] })
    expect([handedOver.status, handedOver.body.status]).toEqual([200, 'closed'])
    await settled()
    await warehouse.tells(reference, exploded())
    expect(await openIncidents(owner)).toEqual([])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 3, reserved: 0 })
    expect(await statusOf(owner, order.id)).toBe('fulfilled')
    const [shipment, ...others] = await shipmentsOf(owner, order.id)
    expect(others).toEqual([])
    expect(await handOffs(owner)).toMatchObject([{ shipmentId: shipment.id, handedOverAt: shipment.handedOverAt }])
    expect(await pageOf(shipment)).toContain('TN-a1')
  })

  it('ends a parcel that was only packed with it, once people decided about all pieces', async () => {
    const decisions = [
      ['hand-over', { parcels: [{}] }],
      ['close-short', { reason: 'The wrong goods were sent' }],
    ] as const
    for (const [how, decision] of decisions) {
      const { id, reference, order, warehouse } = await anAccepted(owner, 2)
      await warehouse.tells(reference, exploded())
      // The parcel got another label before it left, which is told late.
      const before = { state: 'in_progress', parcels: [aPacked('a0', { 'TEA-CUP': 2 })] }
      await warehouse.tells(reference, before, '2026-11-26T11:00:00Z')
      expect(await statusesOf(order.id)).toEqual(['TN-a0 created', 'TN-a1 in_transit'])
      expect((await owner.post(`${ORDERS}/${id}/${how}`, decision)).body.status).toBe(
        how === 'hand-over' ? 'closed' : 'cancelled',
      )
      await settled()
      expect(await statusesOf(order.id)).toEqual(['TN-a0 cancelled', 'TN-a1 in_transit'])
    }
  })

  it('lets people close the order short, which sends its pieces from elsewhere because they say so', async () => {
    const { id, reference, order, warehouse, second } = await anAccepted(owner, 2)
    await warehouse.tells(reference, exploded())
    const { status } = await owner.post(`${ORDERS}/${id}/close-short`, { reason: 'The wrong goods were sent' })
    expect(status).toBe(200)
    await settled()
    expect(await openIncidents(owner)).toEqual([])
    expect((await ordersOf(owner, order.id)).map(({ custodianId }: { custodianId: string }) => custodianId)).toContain(
      second.id,
    )
  })

  it('is no incident any more once the warehouse names the pieces as they were ordered', async () => {
    const { id, reference, warehouse, variant, stock } = await anAccepted(owner, 2)
    await warehouse.tells(reference, exploded())
    await warehouse.tells(reference, { parcels: [aToldParcel('a1', { [variant.sku]: 2 })] })
    expect(await read(id)).toMatchObject({ status: 'closed', outcome: 'full', mismatch: null })
    expect(await openIncidents(owner)).toEqual([])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 3, reserved: 0 })
  })

  it('keeps waiting when an older state without the parcel arrives late', async () => {
    const { id, reference, warehouse } = await anAccepted(owner, 2)
    await warehouse.tells(reference, exploded())
    await warehouse.tells(reference, { state: 'in_progress' }, '2026-11-26T11:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'in_progress', mismatch: expect.any(String) })
    expect(await openIncidents(owner)).toHaveLength(1)
  })

  it('lets only what the warehouse says it will not send be sent by others', async () => {
    const { reference, order, warehouse, variant, second } = await anAccepted(owner, 3)
    await warehouse.tells(reference, {
      cancelled: [{ sku: variant.sku, quantity: 1 }],
      parcels: [aToldParcel('a1', { [variant.sku]: 1, 'TEA-CUP': 1 })],
    })
    const orders = await ordersOf(owner, order.id)
    const at = (custodianId: string) =>
      orders.filter((each: { custodianId: string }) => each.custodianId === custodianId)
    expect(at(warehouse.id)).toMatchObject([{ status: 'in_progress', lines: [{ handedOver: 1, cancelled: 1 }] }])
    expect(at(second.id)).toMatchObject([{ lines: [{ ordered: 1 }] }])
    expect(await openIncidents(owner)).toMatchObject([{ reason: 'unexpected_news' }])
  })

  it('keeps its incident when other pieces of the order cannot be planned, which is told afterwards', async () => {
    const { id, reference, order, warehouse, variant } = await anAccepted(owner, 5)
    const { body } = await owner.get(`/api/inventory/stock-items?variantId=${variant.id}`)
    for (const item of body.member)
      if (item.custodianId !== warehouse.id)
        await owner.post(`/api/inventory/stock-items/${item.id}/correct`, { onHand: 0 })
    await warehouse.tells(reference, {
      cancelled: [{ sku: variant.sku, quantity: 1 }],
      parcels: [aToldParcel('a1', { 'TEA-CUP': 4 })],
    })
    expect(await openIncidents(owner)).toMatchObject([{ reason: 'unexpected_news', fulfilmentOrderId: id }])
    await owner.post(`${ORDERS}/${id}/hand-over`, { parcels: [{}] })
    await settled()
    expect(await openIncidents(owner)).toMatchObject([{ salesOrderId: order.id, fulfilmentOrderId: null }])
    expect(await statusOf(owner, order.id)).toBe('blocked')
  })
})

describe('SKUs that differ in case or spaces only', () => {
  it.each([
    ['Case-1', 'CASE-1'],
    ['TS 100', 'ts100'],
    ['TS100', ' TS 100 '],
  ])('are the same piece: %s and %s', async (ordered, told) => {
    const { id, reference, warehouse } = await anAccepted(owner, 1, ordered)
    await warehouse.tells(reference, { parcels: [aToldParcel('b1', { [told]: 1 })] })
    expect(await read(id)).toMatchObject({ status: 'closed', outcome: 'full', lines: [{ handedOver: 1 }] })
    expect(await openIncidents(owner)).toEqual([])
  })

  it('are none of two pieces that could be meant', async () => {
    const { warehouse, variant } = await anAccepted(owner, 1, 'TS 1 00')
    const other = await aVariant(owner, { sku: 'TS 10 0' })
    await stocking(owner, other.id, warehouse.id, 5)
    const order = await anOrder(owner, [
      { sku: variant.sku, quantity: 1 },
      { sku: other.sku, quantity: 1 },
    ])
    await settled()
    const [{ id, reference }] = await ordersOf(owner, order.id)
    await warehouse.tells(reference, { parcels: [aToldParcel('b1', { TS100: 1, 'ts  10  0': 1 })] })
    expect(await read(id)).toMatchObject({ lines: [{ handedOver: 0 }, { handedOver: 1 }] })
    expect(await openIncidents(owner)).toMatchObject([{ description: expect.stringContaining('1 × TS100') }])
  })
})
