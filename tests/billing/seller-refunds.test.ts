import { beforeEach, describe, expect, it } from 'vitest'
import { ordersOf } from '../fulfilment/fulfilling.ts'
import { aMember, type Member } from '../support/client.ts'
import { aSellingShop, followAll } from './selling.ts'
import { of, settle } from './settling.ts'
import { aTariff } from './tariffing.ts'

let owner: Member
let shop: Awaited<ReturnType<typeof aSellingShop>>
beforeEach(async () => {
  owner = await aMember()
  shop = await aSellingShop(owner)
})

const line = (sku: string, quantity: number, price: number, fields: object = {}) => ({
  ...{ externalLineId: `l-${sku}`, sku, name: 'Tea', quantity, total: quantity * price },
  ...fields,
})

/** An order of so many pieces of tea at 10.00, which were handed over. */
const aSentOrder = async (number: string, quantity = 1) => {
  await shop.tell(number, quantity * 1000, [line(shop.tea.sku, quantity, 1000)])
  await shop.handOver(number)
}

const REFUNDED = { resolution: 'refunded', currency: 'EUR' }

describe('a return that is refunded', () => {
  it('takes the amount back from the seller on its day, however the order was settled', async () => {
    await aTariff(owner, shop.seller.id, {
      basis: 'goods',
      rates: [
        { per: 'order', amount: 300 },
        { per: 'return', amount: 400 },
      ],
    })
    await aSentOrder('A')
    const { returnNumber } = await shop.takeBack('A', shop.tea.sku, 1, { ...REFUNDED, refundAmount: 1000 })
    expect((await shop.charges()).map(({ amount, description }) => [amount, description])).toEqual([
      [1000, 'Order A'],
      [-1000, `Refund ${returnNumber}, order A`],
    ])
    // 10.00 for the sale, less 10.00 that the customer got back, less 3.00 for the order and 4.00 for the return.
    expect((await settle(owner, shop.seller.id)).body.totalAmount).toBe(-700)
  })

  it('takes it back after the order was paid', async () => {
    await aSentOrder('A')
    const { body } = await settle(owner, shop.seller.id)
    await owner.post(of(body, 'approve'))
    expect((await owner.post(of(body, 'mark-paid'), { paymentReference: 'SEPA 1' })).status).toBe(200)
    await shop.takeBack('A', shop.tea.sku, 1, { ...REFUNDED, refundAmount: 1000 })
    expect((await settle(owner, shop.seller.id)).body.totalAmount).toBe(-1000)
  })

  it('takes back a part of it for a partial refund, and nothing without one', async () => {
    await aSentOrder('A', 4)
    await shop.takeBack('A', shop.tea.sku, 1, { ...REFUNDED, refundAmount: 650 })
    expect(await shop.amounts()).toEqual([4000, -650])
    await shop.takeBack('A', shop.tea.sku, 1, { resolution: 'replaced' })
    await shop.takeBack('A', shop.tea.sku, 1, { resolution: 'closed_without_refund' })
    await shop.takeBack('A', shop.tea.sku, 1, { resolution: 'refunded' })
    expect(await shop.amounts()).toEqual([4000, -650])
  })

  it('follows its credit note once that is issued, if it names no amount itself', async () => {
    await aSentOrder('A', 2)
    const { body: invoice } = await owner.post('/api/billing/invoices', {
      ...{ partnerId: shop.seller.id, channelId: shop.channel.id },
      ...{ dueDate: '2099-03-31', currencyCode: 'EUR', issueImmediately: true },
    })
    const { creditNoteId } = await shop.takeBack('A', shop.tea.sku, 1, { ...REFUNDED, invoiceId: invoice.id })
    expect(await shop.amounts()).toEqual([2000])
    expect((await owner.post(`/api/billing/credit-notes/${creditNoteId}/issue`)).status).toBe(200)
    await followAll(owner)
    expect(await shop.amounts()).toEqual([2000, -1000])
  })
})

describe('a refund that the shop tells', () => {
  it('takes the amount back on the day of the refund', async () => {
    await aSentOrder('A', 2)
    const refunds = [{ externalRefundId: 'r1', amount: 500, refundedAt: '2099-01-01T10:00:00Z' }]
    await shop.tell('A', 2000, [line(shop.tea.sku, 2, 1000)], { refunds })
    const [, taken] = await shop.charges()
    expect(taken).toMatchObject({ amount: -500, description: 'Refund r1, order A', chargeType: 'refund' })
    // A refund of the future is not one, and one from before the order was accepted is of its day.
    expect(Math.abs(Date.parse(taken?.occurredAt ?? '') - Date.now())).toBeLessThan(600_000)
  })

  it('is the same as that of a return, whoever tells first', async () => {
    const goods = [line(shop.tea.sku, 2, 1000)]
    const told = { refunds: [{ externalRefundId: 'r1', amount: 1000, lines: [refundedLine()] }] }
    await aSentOrder('A', 2)
    await shop.takeBack('A', shop.tea.sku, 1, { ...REFUNDED, refundAmount: 1000 })
    await shop.tell('A', 2000, goods, told)
    expect(await shop.amounts()).toEqual([2000, -1000])
    await aSentOrder('B', 2)
    await shop.tell('B', 2000, goods, told)
    await shop.takeBack('B', shop.tea.sku, 1, { ...REFUNDED, refundAmount: 1000 })
    expect(await shop.amounts()).toEqual([2000, -1000, 2000, -1000])
  })

  const refundedLine = (quantity = 1, amount = 1000) => ({
    externalLineId: `l-${shop.tea.sku}`,
    quantity,
    amount,
  })

  it.each([
    ['by its amount', { amount: 1000 }, undefined, -1000],
    ['by the reference of the return', { amount: 1300 }, 'r1', -1300],
  ])('is found %s if it names no pieces', async (_how, refund, refundReference, expected) => {
    await aSentOrder('A', 2)
    const reference = refundReference && { refundReference }
    await shop.takeBack('A', shop.tea.sku, 1, { ...REFUNDED, refundAmount: 1000, ...reference })
    const refunds = [{ externalRefundId: 'r1', ...refund }]
    await shop.tell('A', 2000, [line(shop.tea.sku, 2, 1000)], { refunds })
    expect(await shop.owed()).toBe(2000 + expected)
  })

  it('is another one if it names other pieces or another amount', async () => {
    await aSentOrder('A', 3)
    await shop.takeBack('A', shop.tea.sku, 1, { ...REFUNDED, refundAmount: 1000 })
    const refunds = [
      { externalRefundId: 'r1', amount: 1000, lines: [refundedLine()] },
      { externalRefundId: 'r2', amount: 900, lines: [refundedLine(1, 900)] },
      { externalRefundId: 'r3', amount: 50 },
    ]
    await shop.tell('A', 3000, [line(shop.tea.sku, 3, 1000)], { refunds })
    // 30.00 for three pieces, less 10.00 of the return, 9.00 of another piece and 0.50 of goodwill.
    expect(await shop.owed()).toBe(3000 - 1000 - 900 - 50)
  })

  it('takes no more back than was given', async () => {
    await aSentOrder('A', 1)
    const refunds = [{ externalRefundId: 'r1', amount: 700 }]
    await shop.tell('A', 1000, [line(shop.tea.sku, 1, 1000)], { refunds })
    await shop.takeBack('A', shop.tea.sku, 1, { ...REFUNDED, refundAmount: 1000 })
    expect(await shop.amounts()).toEqual([1000, -700, -300])
  })

  it('is given again if the shop takes it back', async () => {
    await aSentOrder('A', 1)
    const goods = [line(shop.tea.sku, 1, 1000)]
    await shop.tell('A', 1000, goods, { refunds: [{ externalRefundId: 'r1', amount: 700 }] })
    await shop.tell('A', 1000, goods, { refunds: [] })
    expect(await shop.amounts()).toEqual([1000, -700, 700])
  })

  it('is charged once with others if a shop tells very many at once', async () => {
    const refunds = Array.from({ length: 100 }, (_, i) => ({ externalRefundId: `r${i}`, amount: 7 }))
    await shop.tell('A', 1000, [line(shop.tea.sku, 1, 1000)], { refunds })
    expect((await shop.amounts()).toSorted((a, b) => b - a)).toEqual([1000, -700])
  })
})

describe('pieces that are cancelled', () => {
  const cancel = async (number: string) => {
    const [{ id }] = await ordersOf(owner, (await shop.find(number)).id)
    expect((await owner.post(`/api/fulfilment/orders/${id}/cancel`, { reason: 'Broken' })).status).toBe(200)
    await followAll(owner)
  }

  it('take back what they cost, and that of their refund is not taken twice', async () => {
    const goods = (cups: number) => [line(shop.tea.sku, 1, 1000), line(shop.cup.sku, cups, 500)]
    await shop.tell('A', 2000, goods(2))
    await shop.handOver('A', [{ sku: shop.tea.sku, quantity: 1 }])
    await cancel('A')
    expect((await shop.charges()).map(({ amount, description }) => [amount, description])).toEqual([
      [2000, 'Order A'],
      [-1000, 'Order A: pieces were cancelled'],
    ])
    await shop.tell('A', 2000, goods(2), { refunds: [{ externalRefundId: 'r1', amount: 1000 }] })
    expect(await shop.owed()).toBe(1000)
    await shop.tell('A', 2000, goods(2), { refunds: [{ externalRefundId: 'r1', amount: 1200 }] })
    expect(await shop.owed()).toBe(800)
  })

  it('take everything back if nothing of the order is left', async () => {
    await shop.tell('A', 2000, [line(shop.tea.sku, 2, 1000)])
    await cancel('A')
    expect(await shop.amounts()).toEqual([2000, -2000])
  })

  it('take back what was charged if the order is cancelled, here or in the shop', async () => {
    await shop.tell('A', 2000, [line(shop.tea.sku, 2, 1000)])
    await owner.post(`/api/sales/orders/${(await shop.find('A')).id}/cancel`, { reason: 'Twice' })
    await shop.tell('B', 500, [line(shop.cup.sku, 1, 500)])
    await shop.tell('B', 500, [line(shop.cup.sku, 1, 500)], { status: 'cancelled' })
    expect(await shop.amounts()).toEqual([2000, -2000, 500, -500])
  })
})
