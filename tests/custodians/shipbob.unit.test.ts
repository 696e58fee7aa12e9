import { describe, expect, it } from 'vitest'
import { errorOf } from './contract.ts'
import { openVendor } from './open-vendor.ts'
import { startShipBob } from './servers/shipbob.ts'

describe('ShipBob', () => {
  it('cancels the shipments that nobody has picked and leaves the others', async () => {
    const { vendor, orders, place, reference, read } = await openVendor(startShipBob)
    const { remoteId } = await place()
    const order = vendor.orders.get(reference)
    const [first] = order?.shipments ?? []
    if (!order || !first) throw new Error('there is no shipment')
    const [tea, pot] = first.products
    first.products = [tea]
    order.shipments.push({ ...first, id: first.id + 1, products: [pot], status_details: [{ id: 101 }] })
    const cancel = () => orders.cancel?.(vendor.system(), { reference, remoteId })
    expect(await cancel()).toEqual({ answer: 'pending' })
    expect(await read()).toMatchObject({ state: 'in_progress', cancelled: [{ sku: 'TEA', quantity: 2 }] })
  })

  it.for([
    [102, 'in_progress', null],
    [302, 'refused', 'SKU'],
    [303, 'on_hold', 'stock'],
    [401, 'on_hold', 'address'],
    [404, 'on_hold', 'customs'],
    [999, 'accepted', null],
  ] as const)('turns the detail %i into the state %s', async ([id, state, reason]) => {
    const { vendor, place, reference, read } = await openVendor(startShipBob)
    await place()
    for (const shipment of vendor.orders.get(reference)?.shipments ?? []) shipment.status_details = [{ id }]
    expect(await read()).toMatchObject({ state, reason: reason ? expect.stringContaining(reason) : null })
  })

  it('tells parcels of the same order apart, with the pieces of each', async () => {
    const { vendor, place, reference, read } = await openVendor(startShipBob)
    await place()
    const order = vendor.orders.get(reference)
    const [first] = order?.shipments ?? []
    if (!order || !first) throw new Error('there is no shipment')
    const [tea, pot] = first.products
    order.shipments = [
      { ...first, products: [tea] },
      { ...first, id: first.id + 1, products: [pot] },
    ]
    await vendor.work(reference, 'handed_over')
    const { state, parcels } = await read()
    expect(state).toBe('closed')
    expect(parcels.map(({ id, lines }) => [id, lines])).toEqual([
      [String(first.id), [{ sku: 'TEA', quantity: 2 }]],
      [String(first.id + 1), [{ sku: 'POT', quantity: 1 }]],
    ])
    order.shipments.pop()
    order.shipments.push({ ...first, id: first.id + 1, products: [pot], status_details: [{ id: 101 }] })
    expect(await read()).toMatchObject({ state: 'in_progress', parcels: [{ id: String(first.id) }] })
  })

  it('has a parcel without a number for a shipment that is completed and that nobody tracks', async () => {
    const { vendor, place, reference, read } = await openVendor(startShipBob)
    await place()
    const fields = {
      status: 'Completed',
      status_details: [],
      tracking: null,
      actual_fulfillment_date: '2026-11-24T08:00:00Z',
    }
    for (const shipment of vendor.orders.get(reference)?.shipments ?? []) Object.assign(shipment, fields)
    const { state, parcels } = await read()
    expect(state).toBe('closed')
    expect(parcels).toMatchObject([
      { trackingNumber: null, handedOverAt: '2026-11-24T08:00:00.000Z', lines: [{ sku: 'TEA' }, { sku: 'POT' }] },
    ])
  })

  it('says which credential is missing and what it holds', async () => {
    const { vendor, dispatch, orders } = await openVendor(startShipBob)
    const error = await errorOf(orders.dispatch(vendor.system({ credentials: { accessToken: 'x' } }), dispatch))
    expect(error.message).toBe(
      'The credential channelId is missing: it holds the number of the ShipBob channel, as GET /channel lists it.',
    )
    expect(
      await errorOf(
        vendor.connector.test?.(
          vendor.system({ credentials: { ...vendor.system().credentials, channelId: '12' } }),
        ) as Promise<void>,
      ),
    ).toMatchObject({ code: 'INVALID_CONFIG' })
  })
})
