import { beforeEach, describe, expect, it } from 'vitest'
import { aMember, type Member } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { aManualChannel, aRow, importing } from './orders.ts'

const TEA = { externalLineId: '1', sku: 'TEA', name: 'Tea', quantity: 3, total: 3000 }

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const aShop = async () => {
  const { id } = await aManualChannel(owner)
  const row = aRow({ total: 3000, lineItems: [TEA], paymentStatus: 'unpaid' })
  let minute = 0
  const tell = async (fields: object) => {
    const modifiedAt = new Date(Date.UTC(2026, 2, 2, 8, ++minute)).toISOString()
    const { body } = await importing(owner, id, [{ ...row, ...fields, modifiedAt }])
    expect(body.errors).toEqual([])
  }
  await tell({})
  return { tell }
}
/** The events about orders since the last call. */
let seen = 0
const told = async () => {
  const all = (await readEvents(owner.tenant)).filter(({ topic }) => topic.startsWith('sales.order.'))
  const fresh = all.slice(seen)
  seen = all.length
  return fresh.map(({ topic, data }) => [topic, data] as const)
}
beforeEach(() => {
  seen = 0
})

describe('the events of an order', () => {
  it('tell what changed, with the values and the revision', async () => {
    const { tell } = await aShop()
    await told()
    await tell({ total: 2000, lineItems: [{ ...TEA, quantity: 2, total: 2000 }], customer: { name: 'Ada' } })
    const [[topic, data] = []] = await told()
    expect(topic).toBe('sales.order.changed')
    expect(data).toMatchObject({ revision: 2, totalAmount: 2000, currency: 'EUR' })
    expect((data as { changes: object[] }).changes).toEqual(
      expect.arrayContaining([
        { field: 'total', lineId: null, from: '3000', to: '2000' },
        { field: 'quantity', lineId: '1', from: '3', to: '2' },
        // Personal data is only named.
        { field: 'customer', lineId: null, from: null, to: null },
      ]),
    )
  })

  it('tell of the payment by themselves, and of a state by those of the state alone', async () => {
    const { tell } = await aShop()
    await told()
    await tell({ paymentStatus: 'paid' })
    const paid = await told()
    expect(paid.map(([topic]) => topic).sort()).toEqual(['sales.order.payment_changed', 'sales.order.ready'])
    expect(paid.find(([topic]) => topic === 'sales.order.payment_changed')?.[1]).toMatchObject({
      ...{ paymentStatus: 'paid', before: 'unpaid', refundedAmount: 0, keptAmount: 3000 },
    })
    await tell({ paymentStatus: 'partly_refunded', refunds: [{ externalRefundId: 'r', amount: 500 }] })
    expect(await told()).toMatchObject([
      ['sales.order.payment_changed', { paymentStatus: 'partly_refunded', refundedAmount: 500, keptAmount: 2500 }],
    ])
    await tell({
      paymentStatus: 'partly_refunded',
      refunds: [{ externalRefundId: 'r', amount: 500 }],
      status: 'cancelled',
    })
    expect((await told()).map(([topic]) => topic)).toEqual(['sales.order.cancelled'])
  })

  it('are none for a version that changes nothing that people are shown', async () => {
    const { tell } = await aShop()
    await told()
    await tell({ ownMember: 'changed' })
    expect(await told()).toEqual([])
  })

  it('name at most twenty changes', async () => {
    const { tell } = await aShop()
    const lines = Array.from({ length: 60 }, (_, i) => ({ ...TEA, externalLineId: `l-${i}`, quantity: 1, total: 10 }))
    await told()
    await tell({ total: 600, lineItems: lines })
    const [[, data] = []] = await told()
    expect((data as { changes: object[] }).changes).toHaveLength(20)
  })
})
