import { describe, expect, it } from 'vitest'
import { aDispatch } from './contract.ts'
import { openVendor } from './open-vendor.ts'
import { startShipHero } from './servers/shiphero.ts'
import { SKUS } from './servers/vendor.ts'

describe('ShipHero', () => {
  it('waits for credits instead of giving up', async () => {
    const { vendor, place } = await openVendor(startShipHero)
    vendor.mode.credits = 0
    expect(await place()).toMatchObject({ state: 'accepted' })
  })

  it('gets a new access token where the old one has ended', async () => {
    const { vendor, place, read } = await openVendor(startShipHero)
    await place()
    const { sessions } = vendor.mode
    vendor.mode.sessions += 10
    await read()
    expect(vendor.mode.sessions).toBe(sessions + 11)
  })

  it('acts for the customer in accountId where the token belongs to a warehouse company', async () => {
    const { vendor, orders, dispatch } = await openVendor(startShipHero)
    await orders.dispatch(vendor.system(), dispatch)
    expect(vendor.mode.customer).toBeUndefined()
    const system = vendor.system({ credentials: { ...vendor.credentials, accountId: '9001' } })
    await orders.dispatch(system, aDispatch(SKUS))
    expect(vendor.mode.customer).toBe('9001')
  })

  it('names why an order is on hold', async () => {
    const { vendor, place, read } = await openVendor(startShipHero)
    await place()
    Object.assign(vendor.orders[0] ?? {}, { holds: { address_hold: true } })
    expect(await read()).toMatchObject({ state: 'on_hold', reason: expect.stringContaining('address') })
  })

  it('has a parcel for each label, without those that are void', async () => {
    const { vendor, place, reference, read } = await openVendor(startShipHero)
    await place()
    await vendor.work(reference, 'handed_over')
    expect((await read()).parcels.map(({ lines }) => lines)).toEqual([
      [{ sku: 'TEA', quantity: 2 }],
      [{ sku: 'POT', quantity: 1 }],
    ])
    const [shipment] = vendor.orders[0]?.shipments ?? []
    Object.assign((shipment?.shipping_labels as object[] | undefined)?.[1] ?? {}, { status: 'void' })
    expect((await read()).parcels).toHaveLength(1)
  })
})
