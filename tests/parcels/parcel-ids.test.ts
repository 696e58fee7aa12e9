import { beforeEach, describe, expect, it } from 'vitest'
import { aPolicy, handOffs, stockOf } from '../fulfilment/fulfilling.ts'
import { aMember, type Member } from '../support/client.ts'
import { anAccepted, anotherOrder, aToldParcel, pageOf, shipmentsOf } from './telling.ts'

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
