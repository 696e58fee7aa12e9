import { describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { aMember, type Member } from '../support/client.ts'
import { readPdf } from '../support/pdf.ts'
import { aFulfilmentOrder, aShipment, SHIPMENTS } from './parcels.ts'

const render = async (member: Member, id: string, body: object = {}) =>
  (await member.post(`${SHIPMENTS}/${id}/delivery-note`, body)).body

describe('the delivery note of a shipment', () => {
  it('says what is in the parcel and where it goes, in the wished language', async () => {
    const member = await aMember()
    const { id: fulfilmentOrderId, orderNumber } = await aFulfilmentOrder(member)
    const { id } = (await member.post(SHIPMENTS, { fulfilmentOrderId, carrier: 'DHL', trackingNumber: '4711' })).body
    const document = await render(member, id, { locale: 'de_DE' })
    expect(document).toMatchObject({ type: 'delivery_note', status: 'final', number: orderNumber, source: 'shipping' })
    const { pages } = await readPdf(await app().files.get(document.storagePath))
    for (const shown of ['Lieferschein', orderNumber, 'Ada Lovelace', 'Kanalstr. 7', 'Green tea', 'CUP', 'DHL', '4711'])
      expect(pages[0]).toContain(shown)
    expect(JSON.stringify(document)).not.toContain('Kanalstr')
  })

  it('is the same document until the shipment says something else, and then another one', async () => {
    const member = await aMember()
    const { id } = await aShipment(member, { orderNumber: 'DE-1', lines: [{ sku: 'TEA', quantity: 2 }] })
    const first = await render(member, id)
    expect((await render(member, id)).id).toBe(first.id)
    await member.patch(`${SHIPMENTS}/${id}`, { trackingNumber: 'NEW' })
    const second = await render(member, id)
    expect(second).toMatchObject({ supersedes: first.id, status: 'final' })
  })

  it('exists for a parcel without an address, and for none without lines', async () => {
    const member = await aMember()
    const blank = { carrier: null, trackingNumber: null }
    const { id } = await aShipment(member, { ...blank, lines: [{ sku: 'TEA', quantity: 2 }] })
    expect((await member.post(`${SHIPMENTS}/${id}/delivery-note`)).status).toBe(201)
    const empty = await aShipment(member, blank)
    expect((await member.post(`${SHIPMENTS}/${empty.id}/delivery-note`)).status).toBe(409)
  })
})

describe('what may be done to a shipment', () => {
  it('depends on its state and on its label', async () => {
    const member = await aMember()
    const { id } = await aShipment(member)
    const probe = async () => {
      const subject = `commerce:///shipping/shipments/${id}`
      const { body } = await member.post('/api/auth/can', { subject, scopes: ['shipping:shipment:cancel'] })
      return JSON.stringify(body)
    }
    expect(await probe()).toContain('"allowed":true')
    await member.post(`${SHIPMENTS}/${id}/events`, { state: 'in_transit' })
    expect(await probe()).toContain('shipment is in_transit')
  })
})
