import { describe, expect, it } from 'vitest'
import { readOrder } from '../../lib/custodians/fulfilment-api-b/order.ts'
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

  it('has a parcel without a number for what was sent outside of ShipHero, or is left without labels once it is done', async () => {
    const { vendor, place, reference, read } = await openVendor(startShipHero)
    await place()
    await vendor.work(reference, 'handed_over')
    const [order] = vendor.orders
    const [shipment] = order?.shipments ?? []
    Object.assign(shipment ?? {}, { shipping_labels: [] })
    Object.assign(order ?? {}, { fulfillment_status: 'pending' })
    expect((await read()).parcels).toEqual([])
    Object.assign(shipment ?? {}, { shipped_off_shiphero: true })
    expect((await read()).parcels).toMatchObject([{ trackingNumber: null, handedOverAt: expect.any(String) }])
    Object.assign(shipment ?? {}, { shipped_off_shiphero: false })
    Object.assign(order ?? {}, { fulfillment_status: 'fulfilled' })
    const { state, parcels } = await read()
    expect([state, parcels.map(({ lines }) => lines)]).toEqual([
      'closed',
      [
        [
          { sku: 'TEA', quantity: 2 },
          { sku: 'POT', quantity: 1 },
        ],
      ],
    ])
  })

  it('is done without a parcel if its staff says so, and then nothing is cancelled', async () => {
    const { vendor, place, read } = await openVendor(startShipHero)
    await place()
    Object.assign(vendor.orders[0] ?? {}, { fulfillment_status: 'fulfilled', shipments: [] })
    expect(await read()).toMatchObject({ state: 'closed', cancelled: [], parcels: [] })
  })

  it('names the components of a kit that it sent in place of the kit', () => {
    const node = (fields: object) => ({ node: fields })
    const order = {
      ...{ id: 'o1', partner_order_id: 'FO-1', fulfillment_status: 'fulfilled' },
      line_items: {
        edges: [
          node({ id: 'l1', sku: 'KIT', quantity: 1 }),
          node({ id: 'l2', sku: 'TEA-CUP', quantity: 1 }),
          node({ id: 'l3', sku: 'TEA-BAG', quantity: 2 }),
        ],
      },
    }
    const shipment = {
      created_date: '2026-11-24T08:00:00Z',
      line_items: { edges: [node({ line_item_id: 'l2', quantity: 1 }), node({ line_item_id: 'l3', quantity: 2 })] },
      shipping_labels: [{ id: 'label-1', carrier: 'UPS', tracking_number: '1Z999AA10123456784' }],
    }
    expect(readOrder(order, [shipment])).toMatchObject({
      ...{ state: 'closed', cancelled: [] },
      parcels: [
        {
          id: 'label-1',
          lines: [
            { sku: 'TEA-CUP', quantity: 1 },
            { sku: 'TEA-BAG', quantity: 2 },
          ],
        },
      ],
    })
  })
})
