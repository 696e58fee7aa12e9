import { beforeEach, describe, expect, it } from 'vitest'
import { followOrders } from '../billing/changing-shop.ts'
import {
  aConnected,
  anInternal,
  aPolicy,
  ordersOf as fulfilmentOrdersOf,
  INCIDENTS,
  ORDERS,
  playing,
  settled,
  statusOf,
  stocking,
  stockOf,
} from '../fulfilment/fulfilling.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aSellingChannel, orderOf } from './downstream.ts'
import { aRow, importing } from './orders.ts'

const HAMBURG = { name: 'Ada', line1: 'Speicherstadt 1', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' }
const BREMEN = { ...HAMBURG, line1: 'Schlachte 2', city: 'Bremen', postalCode: '28195' }
const VIENNA = { ...HAMBURG, line1: 'Graben 3', city: 'Wien', postalCode: '1010', countryCode: 'AT' }

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 6, minute)).toISOString()

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

/** An order of three pieces at a custodian, whose shop tells later versions of it. */
const placing = async (custodian: { id: string }, rules: object[] = [{ name: 'Any' }]) => {
  await aPolicy(owner, { rules })
  const variant = await aVariant(owner)
  const stock = await stocking(owner, variant.id, custodian.id, 10)
  const channel = await aSellingChannel(owner)
  const lineItems = [{ externalLineId: '1', sku: variant.sku, name: 'Tea', quantity: 3, total: 2580 }]
  const row = aRow({ lineItems, shippingAddress: HAMBURG, modifiedAt: at(1) })
  let minute = 1
  const tell = async (fields: object) => {
    const { body } = await importing(owner, channel.id, [{ ...row, ...fields, modifiedAt: at(++minute) }])
    expect(body.updated, JSON.stringify(body)).toBe(1)
    await settled()
  }
  await importing(owner, channel.id, [row])
  await settled()
  const { id } = await orderOf(owner, channel.id, row.externalOrderId)
  return { id: id as string, variant, stock, channel, tell }
}

const shown = async (orderId: string) =>
  (await fulfilmentOrdersOf(owner, orderId)).map(
    ({ status, deliveryAddress }: { status: string; deliveryAddress: { city: string } }) => [
      status,
      deliveryAddress.city,
    ],
  )
const openIncidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member
const resolve = async ({ id }: { id: string }) => {
  const { status } = await owner.post(`${INCIDENTS}/${id}/resolve`, { note: 'Called the carrier' })
  expect(status).toBe(200)
}
const handOver = async (orderId: string, quantity?: number) => {
  const [{ id, lines }] = await fulfilmentOrdersOf(owner, orderId)
  const parcel = quantity ? { lines: [{ lineId: lines[0].id, quantity }] } : {}
  expect((await owner.post(`${ORDERS}/${id}/hand-over`, { parcels: [parcel] })).status).toBe(200)
  await settled()
}

describe('the address of an order that its shop corrects', () => {
  it('before anybody has begun replaces the former one, and another country is planned by its rules', async () => {
    const [home, abroad] = [await anInternal(owner), await anInternal(owner)]
    const { id, variant, stock, tell } = await placing(home, [
      {
        name: 'Austria',
        conditions: [{ rules: [{ field: 'countryCode', operator: 'eq', value: 'AT' }] }],
        custodianIds: [abroad.id],
      },
      { name: 'Else', custodianIds: [home.id] },
    ])
    const other = await stocking(owner, variant.id, abroad.id, 10)
    await tell({ shippingAddress: BREMEN })
    expect(await shown(id)).toEqual([
      ['open', 'Bremen'],
      ['cancelled', 'Hamburg'],
    ])
    await tell({ shippingAddress: VIENNA })
    expect(await fulfilmentOrdersOf(owner, id)).toMatchObject([
      { status: 'open', custodianId: abroad.id, deliveryAddress: { countryCode: 'AT' } },
      { status: 'cancelled', custodianId: home.id },
      { status: 'cancelled', custodianId: home.id },
    ])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
    expect(await stockOf(owner, other.id)).toEqual({ onHand: 10, reserved: 3 })
    expect(await openIncidents()).toEqual([])
  })

  it('is shown to people who pick the order, who are told of it', async () => {
    const { id, tell } = await placing(await anInternal(owner))
    const [{ id: fulfilmentOrderId }] = await fulfilmentOrdersOf(owner, id)
    await owner.post(`${ORDERS}/${fulfilmentOrderId}/start`)
    await tell({ shippingAddress: BREMEN })
    expect(await shown(id)).toEqual([['in_progress', 'Bremen']])
    expect(await openIncidents()).toMatchObject([{ reason: 'order_changed', fulfilmentOrderId }])
  })

  it('has a custodian asked to cancel whose system has the order, which is sent again once it agrees', async () => {
    const { placed } = playing()
    const { id, tell } = await placing(await aConnected(owner))
    expect(placed).toHaveLength(1)
    await tell({ shippingAddress: BREMEN })
    expect(await shown(id)).toEqual([
      ['open', 'Bremen'],
      ['cancelled', 'Hamburg'],
    ])
    expect(placed).toHaveLength(2)
    expect(await openIncidents()).toEqual([])
  })

  it('is an incident if the custodian does not agree, also for an address after that', async () => {
    playing({ cancel: async () => ({ answer: 'refused', reason: 'It is packed' }) })
    const { id, tell } = await placing(await aConnected(owner))
    await tell({ shippingAddress: BREMEN })
    expect(await shown(id)).toEqual([['open', 'Hamburg']])
    const [first] = await openIncidents()
    expect(first).toMatchObject({ reason: 'order_changed' })
    await resolve(first)
    await tell({ shippingAddress: VIENNA })
    const [second] = await openIncidents()
    expect(second.reason).toBe('address_changed')
    expect(second.description).toContain('had refused to cancel the order')
    expect(await shown(id)).toEqual([['open', 'Hamburg']])
  })

  it('after the hand-over is an incident and nothing else, once', async () => {
    const { id, tell } = await placing(await anInternal(owner))
    await handOver(id)
    await tell({ shippingAddress: BREMEN })
    const [incident] = await openIncidents()
    expect(incident).toMatchObject({ reason: 'address_changed', salesOrderId: id })
    expect(incident.description).toBe('The delivery address was changed after pieces of the order had been handed over')
    expect(await shown(id)).toEqual([['closed', 'Hamburg']])
    expect(await statusOf(owner, id)).toBe('fulfilled')
    await resolve(incident)
    await tell({ shippingAddress: BREMEN, customerNote: 'Ring twice' })
    expect(await openIncidents()).toEqual([])
  })

  it('sends what is left to the new one after a part was handed over', async () => {
    const { id, stock, tell } = await placing(await anInternal(owner))
    await handOver(id, 1)
    await tell({ shippingAddress: BREMEN })
    expect(await fulfilmentOrdersOf(owner, id)).toMatchObject([
      { status: 'open', deliveryAddress: { city: 'Bremen' }, lines: [{ ordered: 2 }] },
      { status: 'closed', outcome: 'short', deliveryAddress: { city: 'Hamburg' }, lines: [{ handedOver: 1 }] },
    ])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 9, reserved: 2 })
    expect(await openIncidents()).toMatchObject([{ reason: 'address_changed' }])
  })
})

describe('the taxes of an order whose address is corrected', () => {
  const since = (ratePercent: number) => [{ ratePercent, validFrom: '2014-01-01' }]
  const draw = async (channelId: string, partnerId: string, fields: object = {}) => {
    const given = { partnerId, channelId, currencyCode: 'EUR', dueDate: '2099-03-31' }
    const { status, body } = await owner.post('/api/billing/invoices', { ...given, ...fields })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const readTax = async (id: string) => {
    const { body } = await owner.get(`/api/billing/invoices/${id}`)
    return body.lineItems.map((line: { taxCountry: string | null; taxRatePercent: number }) => [
      line.taxCountry,
      line.taxRatePercent,
    ])
  }
  beforeEach(async () => {
    const settings = Object.entries({
      'general.country': 'DE',
      'general.vatId': 'DE123456789',
      'general.legalAddress': { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
      'billing.bankAccount': { iban: 'DE02120300000000202051' },
      'billing.taxRates': { standard: 19 },
      'billing.taxRatesByCountry': { AT: { standard: since(20) } },
      'billing.taxRules': ['one_stop_shop'],
    }).map(([key, value]) => ({ key, value }))
    expect((await owner.put('/api/configuration/settings/bulk', { settings })).status).toBe(204)
  })

  it('follow on a draft invoice', async () => {
    const { channel, tell } = await placing(await anInternal(owner))
    const { id } = await draw(channel.id, channel.partnerId)
    expect(await readTax(id)).toEqual([[null, 19]])
    await tell({ shippingAddress: VIENNA })
    await followOrders(owner)
    expect(await readTax(id)).toEqual([['AT', 20]])
  })

  it('stay on an issued invoice, for which nothing is proposed', async () => {
    const { channel, tell } = await placing(await anInternal(owner))
    const { id } = await draw(channel.id, channel.partnerId, { issueImmediately: true })
    await tell({ shippingAddress: VIENNA })
    await followOrders(owner)
    expect(await readTax(id)).toEqual([[null, 19]])
    const { body } = await owner.get('/api/billing/credit-notes')
    expect(body.member).toEqual([])
    expect((await owner.get(`/api/billing/invoices?partnerId=${channel.partnerId}`)).body.totalItems).toBe(1)
  })
})
