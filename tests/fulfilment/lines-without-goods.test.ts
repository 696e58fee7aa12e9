import { beforeEach, describe, expect, it } from 'vitest'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import {
  anInternal,
  aPolicy,
  INCIDENTS,
  ORDERS,
  ordersOf,
  POLICIES,
  settled,
  statusOf,
  stocking,
} from './fulfilling.ts'

const NO_GOODS = [
  { externalLineId: '1', kind: 'digital', sku: 'EBOOK', name: 'A book to download', quantity: 1, total: 900 },
  { externalLineId: '2', kind: 'gift_card', name: 'Gift card', quantity: 1, total: 5000 },
  { externalLineId: '3', kind: 'tip', name: 'Tip', quantity: 1, total: 500 },
  { externalLineId: '4', kind: 'fee', name: 'Packaging', quantity: 1, total: 100 },
  { externalLineId: '5', kind: 'duty', name: 'Duties', quantity: 1, total: 450 },
  { externalLineId: '6', kind: 'discount', name: 'Voucher', quantity: 1, total: -200 },
  { externalLineId: '7', kind: 'bundle', name: 'Tea set', quantity: 1, total: 3000 },
  { externalLineId: '8', kind: 'other', name: 'Engraving', quantity: 1, total: 250 },
]
const TOTAL = 10_000

let owner: Member
let custodian: { id: string }
beforeEach(async () => {
  owner = await aMember()
  custodian = await anInternal(owner)
})

const openIncidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member

const sell = async (lineItems: object[], total: number, { channelId, ...more }: Record<string, unknown> = {}) => {
  const channel = (channelId as string | undefined) ?? (await aManualChannel(owner)).id
  const row = aRow({ lineItems, total, ...more })
  const { status, body } = await importing(owner, channel, [row])
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ failed: 0 })
  await settled()
  const { body: found } = await owner.get(`/api/sales/orders?channelId=${channel}`)
  return { ...found.member[0], channelId: channel, externalOrderId: row.externalOrderId }
}

describe('lines that are no goods', () => {
  it('are accepted and never planned, and block nothing although they have no SKU', async () => {
    await aPolicy(owner)
    const order = await sell(NO_GOODS, TOTAL)
    expect(order).toMatchObject({ status: 'accepted', adjustment: null })
    expect(await ordersOf(owner, order.id)).toEqual([])
    expect(await openIncidents()).toEqual([])
    expect(await statusOf(owner, order.id)).toBe('none')
  })

  it('are left out beside goods, which are planned with their place in the order', async () => {
    await aPolicy(owner)
    const variant = await aVariant(owner)
    await stocking(owner, variant.id, custodian.id, 5)
    const goods = { externalLineId: '9', sku: variant.sku, quantity: 2, total: 2580 }
    const order = await sell([...NO_GOODS, goods], TOTAL + 2580)
    expect(await ordersOf(owner, order.id)).toMatchObject([{ lines: [{ orderLine: 8, sku: variant.sku, ordered: 2 }] }])
    expect(await openIncidents()).toEqual([])
    const [{ id, lines }] = await ordersOf(owner, order.id)
    const parcels = [{ carrier: 'DHL', lines: [{ lineId: lines[0].id, quantity: 2 }] }]
    const { status, text } = await owner.post(`${ORDERS}/${id}/hand-over`, { parcels })
    expect(status, text).toBe(200)
    await settled()
    expect(await statusOf(owner, order.id)).toBe('fulfilled')
  })

  it('change nothing of the plan when they are added or removed', async () => {
    await aPolicy(owner)
    const variant = await aVariant(owner)
    await stocking(owner, variant.id, custodian.id, 5)
    const goods = { externalLineId: '9', sku: variant.sku, quantity: 2, total: 2580 }
    const { id, channelId, externalOrderId } = await sell([goods, ...NO_GOODS], TOTAL + 2580)
    const [planned] = await ordersOf(owner, id)
    await sell([goods], 2580, { channelId, externalOrderId, modifiedAt: '2026-03-02T10:00:00.000Z' })
    expect(await ordersOf(owner, id)).toMatchObject([{ id: planned.id, status: 'open', updatedAt: planned.updatedAt }])
    expect(await openIncidents()).toEqual([])
  })

  it('are all that is left of an order from which its goods were removed', async () => {
    await aPolicy(owner)
    const variant = await aVariant(owner)
    await stocking(owner, variant.id, custodian.id, 5)
    const goods = { externalLineId: '9', sku: variant.sku, quantity: 2, total: 2580 }
    const { id, channelId, externalOrderId } = await sell([goods, ...NO_GOODS], TOTAL + 2580)
    await sell(NO_GOODS, TOTAL, { channelId, externalOrderId, modifiedAt: '2026-03-02T10:00:00.000Z' })
    expect(await ordersOf(owner, id)).toMatchObject([{ status: 'cancelled' }])
    expect(await statusOf(owner, id)).toBe('none')
    expect(await openIncidents()).toEqual([])
  })

  it('cannot be fulfilled by hand, and a policy that is tried has nothing to decide about them', async () => {
    const order = await sell(NO_GOODS, TOTAL)
    const { status, body } = await owner.post(ORDERS, { salesOrderId: order.id, custodianId: custodian.id })
    expect([status, body.detail]).toEqual([409, 'The sales order has no goods to fulfil.'])
    const tried = await owner.post(`${POLICIES}/dry-run`, { salesOrderId: order.id })
    expect(tried.status, tried.text).toBe(200)
    expect(tried.body).toMatchObject({ incident: null, reason: 'The order has no goods to fulfil', rule: null })
  })
})
