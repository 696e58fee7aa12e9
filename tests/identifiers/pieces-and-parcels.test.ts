import { beforeEach, describe, expect, it } from 'vitest'
import { lotsOf, receivedStock, unitsOf } from '../inventory/stocking.ts'
import { SHIPMENTS } from '../shipping/parcels.ts'
import { aMember, type Member } from '../support/client.ts'
import { spell } from './spellings.ts'

const RECEIPTS = '/api/inventory/goods-receipts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

/** Receives more pieces of the variant of a stock item. */
const receive = async ({ variantId, custodianId }: { variantId: string; custodianId: string }, line: object) => {
  const { body } = await owner.post(RECEIPTS, { custodianId, lines: [{ variantId, expected: 9 }] })
  return await owner.post(`${RECEIPTS}/${body.id}/receive`, { lines: [{ variantId, ...line }] })
}

describe('the code of a lot', () => {
  it('means one lot of a stock item however it is spelled, so that a recall finds all pieces', async () => {
    const item = await receivedStock(owner, { quantity: 1, lots: [{ code: ' Lot-a\u200b', quantity: 1 }] })
    for (const code of spell('Lot-a')) {
      const { status, text } = await receive(item, { quantity: 1, lots: [{ code, quantity: 1 }] })
      expect(status, text).toBe(200)
    }
    expect(await lotsOf(owner, item)).toMatchObject({ 'Lot-a': { onHand: 5 } })
    expect(Object.keys(await lotsOf(owner, item))).toHaveLength(1)
  })

  it('is given once in a line', async () => {
    const item = await receivedStock(owner, { quantity: 1, lots: [{ code: 'A', quantity: 1 }] })
    const lots = [
      { code: 'b', quantity: 1 },
      { code: 'B ', quantity: 1 },
    ]
    expect((await receive(item, { quantity: 2, lots })).body.violations).toEqual([
      { propertyPath: 'lines[0].lots', message: 'must have different codes' },
    ])
  })
})

describe('a serial number', () => {
  it('means one piece of a variant however it is spelled', async () => {
    const item = await receivedStock(owner, { quantity: 1, serialNumbers: [' Sn-1\u00a0'] })
    expect(Object.keys(await unitsOf(owner, item))).toEqual(['Sn-1'])
    for (const number of spell('Sn-1')) {
      const { body } = await receive(item, { quantity: 1, serialNumbers: [number] })
      expect(body.errorCode, number).toBe('ALREADY_EXISTS')
      const query = new URLSearchParams({ variantId: item.variantId, serialNumber: number })
      expect((await owner.get(`/api/inventory/serial-units?${query}`)).body.totalItems, number).toBe(1)
    }
    expect((await receive(item, { quantity: 2, serialNumbers: ['sn-2', 'SN-2'] })).body.violations).toEqual([
      { propertyPath: 'lines[0].serialNumbers', message: 'must be 2 different serial numbers' },
    ])
  })
})

describe('a tracking number', () => {
  it('finds its parcel with or without its groups, and keeps its link when only its spelling changes', async () => {
    const trackingUrl = 'https://carrier.example/own-link'
    const { body } = await owner.post(SHIPMENTS, {
      ...{ carrier: 'Radkurier', trackingNumber: '\u200b1z 999 aa\u00a0', trackingUrl },
      lines: [{ sku: 'TEA\u200b ', quantity: 1 }],
    })
    expect(body).toMatchObject({ trackingNumber: '1z 999 aa', lines: [{ sku: 'TEA' }] })
    for (const given of ['1Z999AA', '1z\u00a0999aa', '１Ｚ９９９ＡＡ']) {
      const found = (await owner.get(`${SHIPMENTS}?trackingNumber=${encodeURIComponent(given)}`)).body
      expect(found.totalItems, given).toBe(1)
    }
    const changed = await owner.patch(`${SHIPMENTS}/${body.id}`, { trackingNumber: '1Z999AA' })
    expect(changed.body).toMatchObject({ trackingNumber: '1Z999AA', trackingUrl })
    expect((await owner.patch(`${SHIPMENTS}/${body.id}`, { trackingNumber: '1Z888' })).body.trackingUrl).toBeNull()
  })
})

it('the name of a mapping can be used once however it is spelled', async () => {
  const form = { delimiter: ',', encoding: 'utf-8', dateFormat: 'YYYY-MM-DD', decimalSeparator: '.' }
  const columns = { date: 'Date', amount: 'Amount', currency: 'Currency' }
  const add = (name: string) => owner.post('/api/billing/bank-csv-mappings', { name, columns, ...form })
  const first = await add(' Haus\u200bbank ')
  expect([first.status, first.body.name], first.text).toEqual([201, 'Hausbank'])
  for (const given of spell('Hausbank')) expect((await add(given)).status, given).toBe(409)
})
