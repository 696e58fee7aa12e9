import { beforeEach, describe, expect, it } from 'vitest'
import { aPolicy, handOffs, ORDERS, ordersOf, statusOf, stockOf } from '../fulfilment/fulfilling.ts'
import { aMember, type Member } from '../support/client.ts'
import { anAccepted, aPacked, aToldParcel, openIncidents, pageOf, shipmentsOf } from './telling.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

const read = async (id: string) => (await owner.get(`${ORDERS}/${id}`)).body

describe('an order that a warehouse closes without naming a parcel', () => {
  it('was sent: in a parcel without a number, and by nobody else', async () => {
    const { id, reference, order, warehouse, variant, stock } = await anAccepted(owner, 2)
    await warehouse.tells(reference, {})
    expect(await ordersOf(owner, order.id)).toHaveLength(1)
    expect(await read(id)).toMatchObject({
      status: 'closed',
      outcome: 'full',
      lines: [{ handedOver: 2, cancelled: 0 }],
    })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 3, reserved: 0 })
    expect(await statusOf(owner, order.id)).toBe('fulfilled')
    const [shipment, ...others] = await shipmentsOf(owner, order.id)
    expect(others).toEqual([])
    expect(shipment).toMatchObject({ trackingNumber: null, lines: [{ sku: variant.sku, quantity: 2 }] })
    expect(shipment.handedOverAt).not.toBeNull()
    expect(await pageOf(shipment)).toContain('2 × ')
    expect(await openIncidents(owner)).toEqual([])
  })

  it('lacks only what the warehouse names as cancelled', async () => {
    const { reference, order, warehouse, variant, second } = await anAccepted(owner, 3)
    await warehouse.tells(reference, { cancelled: [{ sku: variant.sku, quantity: 1 }] })
    const orders = await ordersOf(owner, order.id)
    expect(orders).toHaveLength(2)
    expect(orders.find((each: { custodianId: string }) => each.custodianId === second.id).lines).toMatchObject([
      { ordered: 1 },
    ])
  })

  it.each(['before', 'after'])('has the parcel that is named %s it, once', async (when) => {
    const { id, reference, order, warehouse, variant, stock } = await anAccepted(owner, 2)
    const states = [{}, { parcels: [aToldParcel('n1', { [variant.sku]: 2 })] }]
    for (const state of when === 'after' ? states : states.toReversed()) await warehouse.tells(reference, state)
    expect(await read(id)).toMatchObject({ status: 'closed', outcome: 'full', mismatch: null })
    const [shipment, ...others] = await shipmentsOf(owner, order.id)
    expect(others).toEqual([])
    expect(shipment).toMatchObject({ trackingNumber: 'TN-n1', lines: [{ quantity: 2 }], status: 'in_transit' })
    expect(await handOffs(owner)).toHaveLength(1)
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 3, reserved: 0 })
    expect(await openIncidents(owner)).toEqual([])
  })

  it('is an incident if it later names a parcel with fewer pieces', async () => {
    const { id, reference, order, warehouse, variant } = await anAccepted(owner, 2)
    await warehouse.tells(reference, {})
    await warehouse.tells(reference, { parcels: [aToldParcel('n1', { [variant.sku]: 1 })] })
    expect(await ordersOf(owner, order.id)).toHaveLength(1)
    expect(await openIncidents(owner)).toMatchObject([{ reason: 'unexpected_news', fulfilmentOrderId: id }])
  })

  it('waits for a person if it was asked to cancel it, since nobody knows which of the two it did', async () => {
    const made = await anAccepted(owner, 2)
    const { id, reference, order, warehouse, system, stock } = made
    system.orders.cancel = async () => ({ answer: 'pending' })
    const { status } = await owner.post(`${ORDERS}/${id}/cancel`, { reason: 'Too late', reroute: true })
    expect(status).toBe(200)
    await warehouse.tells(reference, {})
    expect(await read(id)).toMatchObject({ status: 'open', lines: [{ handedOver: 0, cancelled: 0 }] })
    expect(await ordersOf(owner, order.id)).toHaveLength(1)
    expect(await openIncidents(owner)).toMatchObject([{ reason: 'unexpected_news' }])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 5, reserved: 2 })
  })
})

describe('parcels in a closed order', () => {
  it('have left although no time is told', async () => {
    const { id, reference, order, warehouse, variant } = await anAccepted(owner, 2)
    await warehouse.tells(reference, { parcels: [aPacked('p1', { [variant.sku]: 2 })] })
    expect(await read(id)).toMatchObject({ status: 'closed', outcome: 'full' })
    expect(await ordersOf(owner, order.id)).toHaveLength(1)
    expect(await shipmentsOf(owner, order.id)).toMatchObject([{ status: 'scheduled', trackingNumber: 'TN-p1' }])
  })

  it('hold the rest if one of them does not name its pieces', async () => {
    const { id, reference, order, warehouse, variant } = await anAccepted(owner, 3)
    await warehouse.tells(reference, { parcels: [aToldParcel('p1', {}), aToldParcel('p2', { [variant.sku]: 1 })] })
    expect(await read(id)).toMatchObject({ status: 'closed', outcome: 'full' })
    expect(await ordersOf(owner, order.id)).toHaveLength(1)
    const lines = (await shipmentsOf(owner, order.id)).map(
      (each: { trackingNumber: string; lines: { quantity: number }[] }) => [
        each.trackingNumber,
        each.lines.map(({ quantity }) => quantity),
      ],
    )
    expect(lines.toSorted()).toEqual([
      ['TN-p1', [2]],
      ['TN-p2', [1]],
    ])
  })

  it('that all name their pieces leave the rest to others', async () => {
    const { id, reference, order, warehouse, variant } = await anAccepted(owner, 3)
    await warehouse.tells(reference, { parcels: [aToldParcel('p1', { [variant.sku]: 2 })] })
    expect(await read(id)).toMatchObject({
      status: 'closed',
      outcome: 'short',
      lines: [{ handedOver: 2, cancelled: 1 }],
    })
    expect(await ordersOf(owner, order.id)).toHaveLength(2)
  })
})
