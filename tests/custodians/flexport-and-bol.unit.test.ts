import { describe, expect, it } from 'vitest'
import { openVendor } from './open-vendor.ts'
import { startBol } from './servers/bol.ts'
import { startFlexport } from './servers/flexport.ts'

describe('Flexport', () => {
  it('holds an order of which it reports an error', async () => {
    const { vendor, place, reference, read } = await openVendor(startFlexport)
    await place()
    vendor.requireOrder(reference).error = { code: 'X' }
    expect(await read()).toMatchObject({ state: 'on_hold', reason: expect.stringContaining('error') })
  })

  it('is at work until all pieces have left', async () => {
    const { vendor, place, reference, read } = await openVendor(startFlexport)
    await place()
    await vendor.work(reference, 'handed_over')
    const [shipment] = vendor.requireOrder(reference).shipments
    Object.assign(shipment ?? {}, { lineItems: [{ logisticsSku: 'TEA', quantity: 2 }] })
    expect((await read()).state).toBe('in_progress')
  })

  it('sends webhooks with the token in webhookSecret, which name an order', async () => {
    const { vendor, place, reference } = await openVendor(startFlexport)
    const { remoteId } = await place()
    const { webhooks } = vendor.connector
    const delivery = vendor.notify(reference)
    const { credentials, now } = vendor.system()
    expect(webhooks?.verify(delivery, credentials, now)).toBe(true)
    for (const wrong of [{}, { webhookSecret: 'token-of-another' }])
      expect(webhooks?.verify(delivery, wrong, now)).toBe(false)
    expect(webhooks?.verify({ ...delivery, headers: {} }, credentials, now)).toBe(false)
    expect(webhooks?.read(delivery)).toEqual({ topic: 'Order.Shipped', eventId: 'e-1', order: { remoteId } })
    const other = Buffer.from(JSON.stringify({ logisticsEventType: 'Inventory.Adjusted', logisticsEventId: 'e-2' }))
    expect(webhooks?.read({ ...delivery, raw: other })).toEqual({ topic: 'Inventory.Adjusted', eventId: 'e-2' })
  })
})

describe('bol', () => {
  const mirrored = async () => {
    const opened = await openVendor(startBol)
    const { vendor, orders } = opened
    vendor.orders.set('7616222250', {
      orderId: '7616222250',
      orderItems: [vendor.item('TEA', 2), vendor.item('POT', 1), vendor.item('OWN', 1, 'FBR')],
    })
    const dispatch = { ...opened.dispatch, orderNumber: '7616222250' }
    const known = { remoteId: '7616222250', orderNumber: '7616222250' }
    return { ...opened, dispatch, read: () => orders.find(vendor.system(), dispatch.reference, known) }
  }

  it('mirrors an order that was sold there, without sending anything', async () => {
    const { vendor, orders, dispatch } = await mirrored()
    expect(await orders.dispatch(vendor.system(), dispatch)).toMatchObject({
      reference: dispatch.reference,
      remoteId: '7616222250',
      state: 'accepted',
    })
    for (const { method } of vendor.server.asked) expect(method).toBe('GET')
  })

  it('refuses what was not sold there, or is not shipped by it', async () => {
    const { vendor, orders, dispatch } = await mirrored()
    vendor.orders.set('42', { orderId: '42', orderItems: [vendor.item('TEA', 1, 'FBR')] })
    for (const orderNumber of ['DE-100045', '99', '42', '../orders/42'])
      expect(await orders.dispatch(vendor.system(), { ...dispatch, orderNumber })).toMatchObject({ state: 'refused' })
  })

  it('follows the parcels of a mirrored order', async () => {
    const { vendor, read } = await mirrored()
    vendor.ship('7616222250', '914', { TEA: 2 })
    expect(await read()).toMatchObject({
      state: 'in_progress',
      parcels: [
        {
          id: '914',
          trackingNumber: '3S914',
          handedOverAt: '2026-03-02T18:20:11.000Z',
          promisedBy: '2026-03-05',
          lines: [{ sku: 'TEA', quantity: 2 }],
        },
      ],
    })
    vendor.ship('7616222250', '915', { POT: 1 })
    expect(await read()).toMatchObject({ state: 'closed', parcels: [{ id: '914' }, { id: '915' }] })
  })

  it('finds the order of a shipment that a webhook names, and none of an unknown one', async () => {
    const { vendor } = await mirrored()
    vendor.ship('7616222250', '914', { TEA: 2 })
    const find = async (id: string) => await vendor.connector.orders?.findIdByParcel?.(vendor.system(), id)
    expect([await find('914'), await find('915'), await find('../orders/1')]).toEqual([
      '7616222250',
      undefined,
      undefined,
    ])
  })

  it('is not closed before all parcels with what it shipped can be read', async () => {
    const { vendor, read } = await mirrored()
    vendor.ship('7616222250', '914', { TEA: 2 })
    vendor.ship('7616222250', '915', { POT: 1 })
    vendor.hide('915')
    expect(await read()).toMatchObject({ state: 'in_progress', parcels: [{ id: '914' }] })
  })

  it('counts what it cancelled', async () => {
    const { vendor, read } = await mirrored()
    for (const item of vendor.orders.get('7616222250')?.orderItems ?? []) item.quantityCancelled = item.quantity
    expect(await read()).toMatchObject({
      state: 'cancelled',
      cancelled: [
        { sku: 'TEA', quantity: 2 },
        { sku: 'POT', quantity: 1 },
      ],
    })
  })

  it('signs webhooks with the key in webhookSecret', async () => {
    const { vendor } = await mirrored()
    const { webhooks } = vendor.connector
    const delivery = vendor.notify('SHIPMENT', '914')
    const verify = (webhookSecret?: string, given = delivery) =>
      webhooks?.verify(given, { webhookSecret: webhookSecret ?? null }, new Date())
    expect(verify(vendor.publicKey)).toBe(true)
    expect(verify()).toBe(false)
    expect(verify('bm8ga2V5')).toBe(false)
    expect(verify(vendor.publicKey, { ...delivery, raw: Buffer.from('{}') })).toBe(false)
    expect(verify(vendor.publicKey, { ...delivery, headers: {} })).toBe(false)
    expect(webhooks?.read(delivery)).toEqual({ topic: 'SHIPMENT.UPDATE', eventId: null, order: { parcelId: '914' } })
    expect(webhooks?.read(vendor.notify('ORDER', '7'))).toMatchObject({ order: { remoteId: '7' } })
    expect(webhooks?.read(vendor.notify('PROCESS_STATUS', '7'))).toEqual({
      topic: 'PROCESS_STATUS.UPDATE',
      eventId: null,
    })
  })
})
