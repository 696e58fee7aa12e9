import { beforeEach, describe, expect, it } from 'vitest'
import {
  aConnected,
  anInternal,
  aPolicy,
  ordersOf as fulfilmentOrdersOf,
  INCIDENTS,
  playing,
  settled,
  stocking,
  stockOf,
} from '../fulfilment/fulfilling.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aSellingChannel, downstreamOf, orderOf } from './downstream.ts'
import { aRow, importing } from './orders.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
  await aPolicy(owner)
})

/** An order of a shirt in one size, and what swaps it for another size in one edit. */
const aShirt = async (custodian: { id: string }) => {
  const [medium, large] = [await aVariant(owner, { sku: 'SHIRT-M' }), await aVariant(owner, { sku: 'SHIRT-L' })]
  const stocks = {
    medium: await stocking(owner, medium.id, custodian.id, 5),
    large: await stocking(owner, large.id, custodian.id, 5),
  }
  const channel = await aSellingChannel(owner)
  const shirt = (externalLineId: string, sku: string) => ({
    externalLineId,
    sku,
    name: 'Shirt',
    quantity: 1,
    total: 2000,
  })
  const row = aRow({ total: 2000, lineItems: [shirt('1', 'SHIRT-M')], modifiedAt: '2026-03-01T00:00:00Z' })
  const tell = async (fields: object = {}) => {
    const { body } = await importing(owner, channel.id, [{ ...row, ...fields }])
    expect(body.errors).toEqual([])
    await settled()
    return await orderOf(owner, channel.id, row.externalOrderId)
  }
  const swap = () => tell({ lineItems: [shirt('2', 'SHIRT-L')], modifiedAt: '2026-03-02T00:00:00Z' })
  return { channel, stocks, tell, swap }
}

const revisionsOf = async ({ id }: { id: string }) => (await owner.get(`/api/sales/orders/${id}/revisions`)).body.member
const openIncidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member
const linesOf = (orders: { status: string; lines: { sku: string; ordered: number; cancelled: number }[] }[]) =>
  orders
    .filter(({ status }) => status === 'open')
    .flatMap(({ lines }) => lines.map(({ sku, ordered, cancelled }) => [sku, ordered - cancelled]))

describe('a size that is swapped for another one', () => {
  it('is one revision that takes one off and adds the other, and costs what it did', async () => {
    const { channel, tell, swap } = await aShirt(await anInternal(owner))
    await tell()
    const order = await swap()
    expect(order).toMatchObject({ status: 'accepted', revision: 2, total: 2000, keptAmount: 2000 })
    expect(order.lineItems).toMatchObject([
      { sku: 'SHIRT-M', quantity: 0, orderedQuantity: 1, cancelledQuantity: 1, total: 0 },
      { sku: 'SHIRT-L', quantity: 1, cancelledQuantity: 0, total: 2000 },
    ])
    const [revision, ...others] = await revisionsOf(order)
    expect(others).toEqual([])
    const changed = revision.changes.map(({ lineId, field }: { lineId: string; field: string }) => `${lineId} ${field}`)
    expect(changed).toEqual(expect.arrayContaining(['1 quantity', '2 line']))
    expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ isUnbilled: true, owed: 2000, ready: 1 })
  })

  it('changes what people pack who have not begun', async () => {
    const { stocks, tell, swap } = await aShirt(await anInternal(owner))
    const { id } = await tell()
    await swap()
    expect(linesOf(await fulfilmentOrdersOf(owner, id))).toEqual([['SHIRT-L', 1]])
    expect(await stockOf(owner, stocks.medium.id)).toEqual({ onHand: 5, reserved: 0 })
    expect(await stockOf(owner, stocks.large.id)).toEqual({ onHand: 5, reserved: 1 })
    expect(await openIncidents()).toEqual([])
  })

  it('is one order less and one more at a custodian whose system has it', async () => {
    const cancelled: string[] = []
    const system = playing()
    const { cancel } = system.orders
    system.orders.cancel = async (...given) => {
      cancelled.push(given[1].reference)
      return (await cancel?.(...given)) ?? { answer: 'pending' }
    }
    const { stocks, tell, swap } = await aShirt(await aConnected(owner))
    const { id } = await tell()
    await swap()
    expect([system.placed.length, cancelled]).toEqual([2, [system.placed[0]]])
    expect(linesOf(await fulfilmentOrdersOf(owner, id))).toEqual([['SHIRT-L', 1]])
    expect(await stockOf(owner, stocks.medium.id)).toEqual({ onHand: 5, reserved: 0 })
    expect(await stockOf(owner, stocks.large.id)).toEqual({ onHand: 5, reserved: 1 })
  })
})
