import { beforeEach, describe, expect, it } from 'vitest'
import type { Member } from '../support/client.ts'
import { aChangingShop, aTaxedMember, followOrders } from './changing-shop.ts'

/** Three pieces for 10.00, of which one was taken off; the customer got 8.00 back for it. */
const LINE = { externalLineId: 'l-1', sku: 'TEA', name: 'Tea', quantity: 3, total: 3000 }
const TAKEN_OFF = {
  lineItems: [{ ...LINE, quantity: 2, orderedQuantity: 3, total: 2000 }],
  paymentStatus: 'partly_refunded',
  refunds: [
    {
      ...{ externalRefundId: 'r-1', amount: 800 },
      lines: [{ externalLineId: 'l-1', quantity: 1, amount: 1000, isRemoved: true }],
    },
  ],
}

let owner: Member
let shop: Awaited<ReturnType<typeof aChangingShop>>
beforeEach(async () => {
  owner = await aTaxedMember()
  shop = await aChangingShop(owner)
})

const grossOf = ({ lineItems }: { lineItems: { description: string; amount: number; taxAmount: number }[] }) =>
  lineItems.map(({ amount, taxAmount }) => amount + taxAmount)

describe('what a shop keeps of the price of a piece that it takes off', () => {
  it('is billed beside the pieces that are left', async () => {
    await shop.tell('A', 3000, { lineItems: [LINE], paymentStatus: 'paid' })
    await shop.tell('A', 2000, TAKEN_OFF)
    const [order] = (await owner.get(`/api/sales/orders?channelId=${shop.channel.id}`)).body.member
    expect(order).toMatchObject({ total: 2000, keptAmount: 2200, refundedAmount: 800 })
    const invoice = await shop.draw()
    expect(invoice.grandTotal).toBe(2200)
    expect(grossOf(invoice)).toEqual([2000, 200])
    expect((await shop.books()).owed).toBe(2200)
  })

  it('stays on a draft that billed all pieces', async () => {
    await shop.tell('A', 3000, { lineItems: [LINE], paymentStatus: 'paid' })
    const draft = await shop.draw()
    expect(draft.grandTotal).toBe(3000)
    await shop.tell('A', 2000, TAKEN_OFF)
    await followOrders(owner)
    const { body } = await owner.get(`/api/billing/invoices/${draft.id}`)
    expect(body.grandTotal).toBe(2200)
    expect(grossOf(body)).toEqual([2000, 200])
  })

  it('is not credited where the order was invoiced before', async () => {
    await shop.tell('A', 3000, { lineItems: [LINE], paymentStatus: 'paid' })
    await shop.draw({ issueImmediately: true })
    await shop.tell('A', 2000, TAKEN_OFF)
    await followOrders(owner)
    const { billed, owed, notes } = await shop.books()
    expect(notes.map(({ grandTotal }: { grandTotal: number }) => grandTotal)).toEqual([800])
    expect([billed, owed]).toEqual([2200, 2200])
  })
})
