import { beforeEach, describe, expect, it } from 'vitest'
import {
  anInternal,
  aPolicy,
  ORDERS as FULFILMENT_ORDERS,
  ordersOf as fulfilmentOrdersOf,
  settled,
  stocking,
} from '../fulfilment/fulfilling.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aSellingChannel, orderOf } from './downstream.ts'
import { aManualChannel, aRow, importing, ordersOf } from './orders.ts'

const ORDERS = '/api/sales/orders'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const HAMBURG = { name: 'Ada', line1: 'Speicherstadt 1', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' }
const BREMEN = { ...HAMBURG, line1: 'Schlachte 2', city: 'Bremen', postalCode: '28195' }
const KIEL = { ...HAMBURG, line1: 'Alter Markt 3', city: 'Kiel', postalCode: '24103' }

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 6, minute)).toISOString()

/** An order to Hamburg that a custodian without a system fulfils; `tell` tells what its shop says later. */
const placing = async (fields: object = {}) => {
  await aPolicy(owner)
  const custodian = await anInternal(owner)
  const variant = await aVariant(owner)
  await stocking(owner, variant.id, custodian.id, 10)
  const channel = await aSellingChannel(owner)
  const lineItems = [{ externalLineId: '1', sku: variant.sku, name: 'Tea', quantity: 3, total: 2580 }]
  const row = aRow({ total: 2580, lineItems, shippingAddress: HAMBURG, modifiedAt: at(1), ...fields })
  await importing(owner, channel.id, [row])
  await settled()
  const { id } = await orderOf(owner, channel.id, row.externalOrderId)
  let minute = 1
  const tell = async (more: object) => {
    const told = { ...row, lineItems, ...more, modifiedAt: at(++minute) }
    expect((await importing(owner, channel.id, [told])).body.updated).toBe(1)
    await settled()
  }
  return { id: id as string, channel, tell }
}

const correct = async (id: string, body: object) => {
  const answer = await owner.patch(`${ORDERS}/${id}`, body)
  await settled()
  return answer
}
const read = async (id: string) => (await owner.get(`${ORDERS}/${id}`)).body
const goingTo = async (id: string) =>
  (await fulfilmentOrdersOf(owner, id))
    .filter(({ status }: { status: string }) => status !== 'cancelled')
    .map(({ deliveryAddress }: { deliveryAddress: { city: string } }) => deliveryAddress.city)

describe('an order that somebody corrects', () => {
  it('is sent to the new address, and shows it with the change', async () => {
    const { id } = await placing()
    const { status, body } = await correct(id, { shippingAddress: BREMEN })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ revision: 2, shippingAddress: expect.objectContaining({ city: 'Bremen' }) }),
    ])
    expect(await goingTo(id)).toEqual(['Bremen'])
    const { body: revisions } = await owner.get(`${ORDERS}/${id}/revisions`)
    expect(revisions.member[0]).toMatchObject({ changes: [{ field: 'shippingAddress' }] })
  })

  it('keeps the correction while its shop says what it said, and takes over what the shop says anew', async () => {
    const { id, tell } = await placing()
    await correct(id, { shippingAddress: BREMEN, customerNote: 'Ring twice' })
    await tell({ customer: { name: 'Ada Lovelace' } })
    expect(await read(id)).toMatchObject({
      customer: { name: 'Ada Lovelace' },
      shippingAddress: { city: 'Bremen' },
      customerNote: 'Ring twice',
    })
    await correct(id, { shippingAddress: { ...BREMEN, line1: 'Schlachte 4' } })
    await tell({ serviceLevel: 'express' })
    expect(await read(id)).toMatchObject({ shippingAddress: { line1: 'Schlachte 4' }, serviceLevel: 'express' })
    await tell({ shippingAddress: KIEL })
    expect(await read(id)).toMatchObject({ shippingAddress: { city: 'Kiel' }, customerNote: 'Ring twice' })
    expect(await goingTo(id)).toEqual(['Kiel'])
    await tell({ shippingAddress: HAMBURG })
    expect(await goingTo(id)).toEqual(['Hamburg'])
  })

  it('is not corrected once everything was sent or the order has ended, but still gets notes and tags', async () => {
    const { id } = await placing()
    const [{ id: fulfilmentOrderId }] = await fulfilmentOrdersOf(owner, id)
    await owner.post(`${FULFILMENT_ORDERS}/${fulfilmentOrderId}/hand-over`, { parcels: [{}] })
    await settled()
    const late = await correct(id, { shippingAddress: BREMEN, note: 'Moved' })
    expect([late.status, late.body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    const { id: other } = await placing()
    await owner.post(`${ORDERS}/${other}/cancel`, { reason: 'Ordered twice' })
    expect((await correct(other, { serviceLevel: 'express' })).status).toBe(409)
    for (const each of [id, other])
      expect((await correct(each, { note: 'Moved' })).body).toMatchObject({ note: 'Moved', tags: [] })
  })

  it('has tags once each, by which it is found however they are spelled', async () => {
    const { id, tell } = await placing()
    const tags = ['Trade fair', 'TRADE  FAIR', ' gift ', '\u200b']
    expect((await correct(id, { tags })).body).toMatchObject({ tags: ['Trade fair', 'gift'], revision: 1 })
    await tell({ serviceLevel: 'express' })
    expect(await ordersOf(owner, { tag: 'trade fair' })).toMatchObject({ total: 1 })
    await correct(id, { tags: ['gift'] })
    expect(await ordersOf(owner, { tag: 'trade fair' })).toMatchObject({ total: 0 })
    expect(await ordersOf(owner, { tag: 'GIFT' })).toMatchObject({ total: 1 })
  })

  it('is refused with all of its mistakes, and tried without being changed', async () => {
    const { id } = await placing()
    const { status, body } = await correct(id, { shippingAddress: { countryCode: 'XX' }, tags: [''], total: 1 })
    expect(status).toBe(400)
    expect(body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath).sort()).toEqual([
      'shippingAddress.countryCode',
      'tags[0]',
      'total',
    ])
    expect((await correct(id, {})).status).toBe(400)
    const tried = await owner.patch(`${ORDERS}/${id}?dryRun=true`, { shippingAddress: BREMEN })
    expect([tried.status, tried.body.shippingAddress.city]).toEqual([200, 'Bremen'])
    await settled()
    expect(await goingTo(id)).toEqual(['Hamburg'])
  })
})

it('an order by hand is created with its note and its tags', async () => {
  const channel = await aManualChannel(owner)
  const made = { channelId: channel.id, currency: 'EUR', total: 100, note: ' Called ', tags: ['fair', 'FAIR'] }
  const { status, body } = await owner.post(ORDERS, made)
  expect([status, body.note, body.tags]).toEqual([201, ' Called ', ['fair']])
})
