import { beforeEach, describe, expect, it } from 'vitest'
import { aPolicy, handOffs, stockOf } from '../fulfilment/fulfilling.ts'
import { aMember, type Member } from '../support/client.ts'
import { anAccepted, anotherOrder, aPacked, aToldParcel, openIncidents, pageOf, shipmentsOf } from './telling.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

describe('parcels of two orders that have the same id at their custodian', () => {
  it('are two shipments, each with the number and the pieces of its own order', async () => {
    const first = await anAccepted(owner, 1)
    const { warehouse, variant, stock } = first
    const second = await anotherOrder(owner, variant.sku, 3)
    await warehouse.tells(first.reference, {
      parcels: [aToldParcel('1', { [variant.sku]: 1 }, { trackingNumber: 'TN-H1' })],
    })
    await warehouse.tells(second.reference, {
      parcels: [aToldParcel('1', { [variant.sku]: 3 }, { trackingNumber: 'TN-H2' })],
    })
    const [one, ...others] = await shipmentsOf(owner, first.order.id)
    const [two, ...moreOthers] = await shipmentsOf(owner, second.order.id)
    expect([others, moreOthers]).toEqual([[], []])
    expect(one).toMatchObject({ fulfilmentOrderId: first.id, trackingNumber: 'TN-H1', lines: [{ quantity: 1 }] })
    expect(two).toMatchObject({ fulfilmentOrderId: second.id, trackingNumber: 'TN-H2', lines: [{ quantity: 3 }] })
    const [pageOfOne, pageOfTwo] = [await pageOf(one), await pageOf(two)]
    expect(pageOfOne).toContain('TN-H1')
    expect(pageOfOne).not.toMatch(/TN-H2|3 ×/)
    expect(pageOfTwo).toContain('TN-H2')
    expect(pageOfTwo).not.toMatch(/TN-H1|1 ×/)
    expect((await handOffs(owner)).map(({ shipmentId }) => shipmentId).toSorted()).toEqual([one.id, two.id].toSorted())
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 1, reserved: 0 })
  })
})

describe('a parcel of one order that its custodian tells of for another one', () => {
  const FIRST = { trackingNumber: 'TN-H1' }

  it('stays that of the first: nothing is counted or shown of it, and an incident names both', async () => {
    const first = await anAccepted(owner, 1)
    const { warehouse, variant, stock } = first
    const second = await anotherOrder(owner, variant.sku, 3, 'Berlin')
    const told = aToldParcel('p1', { [variant.sku]: 1 }, FIRST)
    await warehouse.tells(first.reference, { parcels: [told] })
    await warehouse.tells(second.reference, { parcels: [told] })
    expect(await shipmentsOf(owner, second.order.id)).toEqual([])
    const [incident, ...others] = await openIncidents(owner)
    expect(others).toEqual([])
    expect(incident).toMatchObject({ reason: 'unexpected_news', fulfilmentOrderId: second.id })
    for (const text of ['TN-H1', first.order.number, `3 × ${variant.sku}`])
      expect(incident?.description).toContain(text)
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 4, reserved: 3 })
    const own = aToldParcel('p2', { [variant.sku]: 3 }, { trackingNumber: 'TN-H2' })
    await warehouse.tells(second.reference, { parcels: [own] })
    expect(await openIncidents(owner)).toEqual([])
    const [shipment, ...more] = await shipmentsOf(owner, second.order.id)
    expect([shipment.trackingNumber, more]).toEqual(['TN-H2', []])
    expect(await pageOf(shipment)).not.toContain('TN-H1')
  })

  it('is not shown while it is only packed, beside the own parcel of the order', async () => {
    const first = await anAccepted(owner, 1)
    const { warehouse, variant } = first
    const second = await anotherOrder(owner, variant.sku, 2, 'Berlin')
    await warehouse.tells(first.reference, {
      state: 'in_progress',
      parcels: [{ ...aPacked('p1', { [variant.sku]: 1 }), ...FIRST }],
    })
    const own = aToldParcel('p2', { [variant.sku]: 2 }, { trackingNumber: 'TN-H2' })
    const packed = { ...aPacked('p1', { [variant.sku]: 1 }), ...FIRST }
    await warehouse.tells(second.reference, { state: 'in_progress', parcels: [own, packed] })
    expect(await shipmentsOf(owner, second.order.id)).toMatchObject([{ trackingNumber: 'TN-H2' }])
    expect(await openIncidents(owner)).toMatchObject([{ fulfilmentOrderId: second.id }])
  })

  it('is that of both if they go to one address, since a warehouse packs them together', async () => {
    const first = await anAccepted(owner, 1)
    const { warehouse, variant, stock } = first
    const second = await anotherOrder(owner, variant.sku, 1)
    for (const { reference } of [first, second])
      await warehouse.tells(reference, { parcels: [aToldParcel('p1', { [variant.sku]: 1 }, FIRST)] })
    expect(await shipmentsOf(owner, second.order.id)).toMatchObject([FIRST])
    expect(await openIncidents(owner)).toEqual([])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 3, reserved: 0 })
  })

  it('is that of the order which it was told of before, whatever number it gets', async () => {
    const first = await anAccepted(owner, 1)
    const { warehouse, variant } = first
    const second = await anotherOrder(owner, variant.sku, 1, 'Berlin')
    await warehouse.tells(second.reference, {
      state: 'in_progress',
      parcels: [{ ...aPacked('p2', { [variant.sku]: 1 }), trackingNumber: null }],
    })
    await warehouse.tells(first.reference, { parcels: [aToldParcel('p1', { [variant.sku]: 1 }, FIRST)] })
    await warehouse.tells(second.reference, { parcels: [aToldParcel('p2', { [variant.sku]: 1 }, FIRST)] })
    expect(await shipmentsOf(owner, second.order.id)).toMatchObject([FIRST])
  })
})
