import { describe, expect, it } from 'vitest'
import { aDispatch, errorOf } from './contract.ts'
import { openVendor } from './open-vendor.ts'
import { startAmazon } from './servers/amazon.ts'
import { SKUS } from './servers/vendor.ts'

describe('Amazon', () => {
  it.for([
    ['Planning', 'accepted'],
    ['Processing', 'in_progress'],
    ['CompletePartialled', 'closed'],
    ['COMPLETE_PARTIAL', 'closed'],
    ['Unfulfillable', 'refused'],
    ['Invalid', 'refused'],
    ['Cancelled', 'cancelled'],
    ['Paused', null],
  ] as const)('turns the status %s into the state %s', async ([status, state]) => {
    const { vendor, place, reference, read } = await openVendor(startAmazon)
    await place()
    vendor.requireOrder(reference).status = status
    expect((await read()).state).toBe(state)
  })

  it('counts what it cancelled and what it cannot fulfil as pieces that will not come', async () => {
    const { vendor, place, reference, read } = await openVendor(startAmazon)
    await place()
    const [tea, pot] = vendor.requireOrder(reference).items
    Object.assign(tea ?? {}, { cancelledQuantity: 1, unfulfillableQuantity: 1 })
    Object.assign(pot ?? {}, { unfulfillableQuantity: 1 })
    expect((await read()).cancelled).toEqual([
      { sku: 'TEA', quantity: 2 },
      { sku: 'POT', quantity: 1 },
    ])
  })

  it.for([
    ['UNDELIVERABLE', 'EVENT_405', 'damaged'],
    ['UNDELIVERABLE', 'EVENT_407', 'refused'],
    ['UNDELIVERABLE', 'EVENT_409', 'lost'],
    ['UNDELIVERABLE', 'EVENT_1', 'lost'],
    ['OUT_FOR_DELIVERY', 'EVENT_302', 'out_for_delivery'],
  ] as const)('turns %s with %s into one event of the state %s', async ([currentStatus, eventCode, state]) => {
    const { vendor, place, reference, read } = await openVendor(startAmazon)
    await place()
    await vendor.work(reference, 'handed_over')
    const order = vendor.requireOrder(reference)
    order.tracked = {
      ...order.tracked,
      currentStatus,
      trackingEvents: [{ eventDate: '2026-03-04T08:00:00Z', eventCode }],
    }
    const events = (await read()).parcels.flatMap((parcel) => parcel.events)
    expect(events.flatMap((event) => event.state ?? [])).toEqual([state])
  })

  it('tells who signed for a parcel, if anybody did', async () => {
    const { vendor, place, reference, read } = await openVendor(startAmazon)
    await place()
    await vendor.work(reference, 'delivered')
    expect((await read()).parcels).toMatchObject([{ signedBy: null }])
    const order = vendor.requireOrder(reference)
    order.tracked = { ...order.tracked, signedForBy: 'A. Lovelace' }
    expect((await read()).parcels).toMatchObject([{ signedBy: 'A. Lovelace' }])
  })

  it('keeps a parcel of which the carrier tells nothing', async () => {
    const { vendor, place, reference, read } = await openVendor(startAmazon)
    await place()
    await vendor.work(reference, 'handed_over')
    vendor.requireOrder(reference).tracked = {}
    expect((await read()).parcels).toMatchObject([
      { trackingNumber: 'TBA100', handedOverAt: '2026-03-02T12:00:00.000Z' },
    ])
  })

  it('places an order only where the seller takes part', async () => {
    const { vendor, orders, dispatch } = await openVendor(startAmazon)
    await orders.dispatch(vendor.system(), {
      ...dispatch,
      deliveryAddress: { ...dispatch.deliveryAddress, countryCode: 'FR' },
    })
    expect(vendor.requireOrder(dispatch.reference).marketplaceId).toBe('A1PA6795UKMFR9')
    const none = { ...vendor.system(), kept: { marketplaces: 'A1RKKUPIHCS9HS' } }
    expect(await errorOf(orders.dispatch(none, aDispatch(SKUS)))).toMatchObject({ code: 'INVALID_CONFIG' })
  })

  it('uses a new access token where the old one has ended, and is not connected without any', async () => {
    const { vendor, orders, dispatch } = await openVendor(startAmazon)
    const { token } = vendor.system()
    const system = {
      ...vendor.system(),
      token: async (rejected?: string) => (rejected ? ((await token?.()) ?? '') : 'Atza|ended'),
    }
    expect(await orders.dispatch(system, dispatch)).toMatchObject({ state: 'accepted' })
    const { token: _, ...unconnected } = vendor.system()
    expect(await errorOf(orders.dispatch(unconnected, dispatch))).toMatchObject({ code: 'AUTH_FAILED' })
  })
})
