import { beforeEach, describe, expect, it } from 'vitest'
import { pollAfter } from '../custodians/world.ts'
import { aPolicy, remote, settled } from '../fulfilment/fulfilling.ts'
import { aMember, type Member } from '../support/client.ts'
import { anAccepted, aPacked, aToldParcel, pageOf, shipmentsOf } from './telling.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

const statesOf = async (salesOrderId: string) =>
  Object.fromEntries(
    (await shipmentsOf(owner, salesOrderId)).map((each: { trackingNumber: string; status: string }) => [
      each.trackingNumber,
      each.status,
    ]),
  )

const inFuture = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

describe('a parcel whose label was replaced before it left', () => {
  it('is not on the page of the buyer, in whatever order the two states come', async () => {
    for (const isInOrder of [true, false]) {
      const { reference, order, warehouse, variant } = await anAccepted(owner, 1)
      const pieces = { [variant.sku]: 1 }
      const states = [
        { state: 'in_progress', parcels: [aPacked('c1', pieces)] },
        { state: 'closed', parcels: [aToldParcel('c2', pieces)] },
      ]
      for (const state of isInOrder ? states : states.toReversed()) await warehouse.tells(reference, state)
      const shown = (await shipmentsOf(owner, order.id)).find(
        (each: { trackingNumber: string }) => each.trackingNumber === 'TN-c2',
      )
      expect(shown.status).toBe('in_transit')
      const page = await pageOf(shown)
      expect(page).not.toMatch(/Parcel \d of|TN-c1/)
      expect((await statesOf(order.id))['TN-c1'] ?? 'cancelled').toBe('cancelled')
    }
  })

  it('ends by a newer state, comes back with a later one, and is not ended by an older one', async () => {
    const { reference, order, warehouse, variant } = await anAccepted(owner, 1)
    const pieces = { [variant.sku]: 1 }
    await warehouse.tells(reference, { state: 'in_progress', parcels: [aPacked('c1', pieces)] })
    // By its timestamp the state is older than the news of the parcel.
    await warehouse.tells(reference, { state: 'in_progress' }, '2026-11-26T11:00:00Z')
    expect(await statesOf(order.id)).toEqual({ 'TN-c1': 'created' })
    await warehouse.tells(reference, { state: 'in_progress', parcels: [aPacked('c2', pieces)] }, inFuture(1))
    expect(await statesOf(order.id)).toEqual({ 'TN-c1': 'cancelled', 'TN-c2': 'created' })
    await warehouse.tells(reference, { state: 'in_progress', parcels: [aPacked('c1', pieces)] }, inFuture(2))
    expect(await statesOf(order.id)).toMatchObject({ 'TN-c1': 'created' })
    await warehouse.tells(reference, { state: 'closed', parcels: [aToldParcel('c1', pieces, { events: [] })] })
    expect(await statesOf(order.id)).toEqual({ 'TN-c1': 'scheduled', 'TN-c2': 'cancelled' })
  })

  it('ends by the state that a poll reads', async () => {
    const { reference, order, warehouse, variant, system } = await anAccepted(owner, 1)
    const pieces = { [variant.sku]: 1 }
    await warehouse.tells(reference, { state: 'in_progress', parcels: [aPacked('c1', pieces)] })
    system.known.set(reference, remote(reference, { state: 'in_progress' }))
    await pollAfter(20)
    await settled()
    expect(await statesOf(order.id)).toEqual({ 'TN-c1': 'cancelled' })
  })
})

describe('a parcel that left', () => {
  it('stays, whatever the custodian forgets', async () => {
    const { reference, order, warehouse, variant } = await anAccepted(owner, 2)
    await warehouse.tells(reference, { state: 'in_progress', parcels: [aToldParcel('c1', { [variant.sku]: 1 })] })
    await warehouse.tells(reference, { state: 'in_progress' }, inFuture(5))
    expect(await statesOf(order.id)).toEqual({ 'TN-c1': 'in_transit' })
  })
})

describe('a tracking number that the warehouse corrected', () => {
  const before = { trackingNumber: 'TN-old' }
  const after = {
    trackingNumber: 'TN-new',
    events: [
      { occurredAt: '2026-11-26T12:00:00Z', state: 'in_transit' },
      { occurredAt: '2026-11-26T15:00:00Z', state: 'out_for_delivery' },
    ],
  }

  it('stays corrected when what was true before arrives late', async () => {
    const { reference, order, warehouse, variant } = await anAccepted(owner, 1)
    const tellsNumber = (fields: object) =>
      warehouse.tells(reference, { parcels: [aToldParcel('c1', { [variant.sku]: 1 }, fields)] })
    await tellsNumber(after)
    await tellsNumber(before)
    await tellsNumber({ ...before, handedOverAt: null, events: [] })
    const [shipment] = await shipmentsOf(owner, order.id)
    expect(shipment).toMatchObject({ trackingNumber: 'TN-new', status: 'out_for_delivery' })
    expect(await pageOf(shipment)).not.toContain('TN-old')
  })

  it('replaces the former one as soon as it is told', async () => {
    const { reference, order, warehouse, variant } = await anAccepted(owner, 1)
    for (const fields of [before, { ...before, trackingNumber: 'TN-new' }])
      await warehouse.tells(reference, { parcels: [aToldParcel('c1', { [variant.sku]: 1 }, fields)] })
    expect(await shipmentsOf(owner, order.id)).toMatchObject([{ trackingNumber: 'TN-new' }])
  })
})
