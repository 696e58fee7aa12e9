import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { completeParts } from '../../lib/sales/order-parts/complete-parts.ts'
import { readParts } from '../../lib/sales/order-parts/read-parts.ts'
import { aMember, type Member } from '../support/client.ts'
import { aSellingChannel, downstreamOf, orderOf } from './downstream.ts'
import { aManualChannel, aRow, importing } from './orders.ts'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

/** Imports versions of one order, a minute apart, and shows the order after each. */
const anOrderOf = async (settings: object = {}) => {
  const channel = await aSellingChannel(owner)
  await owner.patch(`/api/sales/channels/${channel.id}`, { orderSettings: settings })
  const { externalOrderId } = aRow()
  let minute = 0
  const tell = async (fields: object) => {
    const modifiedAt = new Date(Date.UTC(2026, 2, 2, 8, ++minute)).toISOString()
    const { body } = await importing(owner, channel.id, [aRow({ externalOrderId, modifiedAt, ...fields })])
    expect(body.errors).toEqual([])
    return await orderOf(owner, channel.id, externalOrderId)
  }
  const owed = async () => {
    const { id } = await orderOf(owner, channel.id, externalOrderId)
    return (await downstreamOf(owner, channel.id, id)).owed
  }
  return { channel, tell, owed }
}

const TEA = { externalLineId: 'l-1', sku: 'TEA', name: 'Tea', quantity: 3, unitPrice: 1000, total: 3000 }
const CUP = { externalLineId: 'l-2', sku: 'CUP', name: 'Cup', quantity: 1, total: 590 }
const SHIPPING = { externalLineId: 's-1', code: 'dhl', name: 'Parcel', total: 490 }

describe('the parts of an order', () => {
  it('are shown with their taxes, discounts and sums', async () => {
    const vat = (amount: number) => [{ name: 'VAT', ratePercent: 19, amount }]
    const { tell } = await anOrderOf()
    const order = await tell({
      total: 3490,
      pricesIncludeTax: true,
      shopCurrency: 'USD',
      shopTotal: 3780,
      lineItems: [
        { ...TEA, total: 2700, discountAmount: 300, taxes: vat(431) },
        { kind: 'tip', name: 'Tip', quantity: 1, total: 300 },
      ],
      shippingLines: [{ ...SHIPPING, taxes: vat(78) }],
      discounts: [{ code: 'SPRING10', amount: 300 }],
      paymentStatus: 'paid',
      payment: { method: 'card', paidAmount: 3490 },
    })
    expect(order).toMatchObject({
      pricesIncludeTax: true,
      shopCurrency: 'USD',
      shopTotal: 3780,
      lineItems: [
        {
          id: '1',
          kind: 'goods',
          quantity: 3,
          orderedQuantity: 3,
          cancelledQuantity: 0,
          refundedQuantity: 0,
          total: 2700,
        },
        { id: '2', kind: 'tip', sku: null, total: 300, taxes: null },
      ],
      shippingLines: [
        { code: 'dhl', name: 'Parcel', total: 490, taxes: [{ name: 'VAT', ratePercent: 19, amount: 78 }] },
      ],
      discounts: [{ code: 'SPRING10', name: null, amount: 300 }],
      adjustment: null,
      paymentStatus: 'paid',
      payment: { method: 'card', authorizedAmount: null, paidAmount: 3490 },
      refundedAmount: 0,
      keptAmount: 3490,
      lineItemCount: 2,
      totals: { lines: 3000, shipping: 490, discount: 300, tax: null },
    })
  })

  it('have an adjustment that says what they lack of the total, and hold the order if the channel asks for that', async () => {
    const { tell } = await anOrderOf({ holdsUnexplained: true })
    const parts = { lineItems: [TEA], shippingLines: [SHIPPING] }
    expect(await tell({ ...parts, total: 3500 })).toMatchObject({
      status: 'held',
      decidedBy: { reason: 'Its lines and shipping do not add up to its total' },
      adjustment: { amount: 10, reason: 'unexplained' },
    })
    expect(await tell({ ...parts, total: 3492, paymentStatus: 'paid' })).toMatchObject({
      status: 'accepted',
      adjustment: { amount: 2, reason: 'rounding' },
    })
  })

  it('keep the ids of their lines in every version, and those that were removed', async () => {
    const { tell } = await anOrderOf()
    await tell({ total: 3590, lineItems: [TEA, CUP] })
    const order = await tell({ total: 1590, lineItems: [{ ...CUP }, { ...TEA, quantity: 1, total: 1000 }] })
    expect(order.lineItems).toMatchObject([
      { id: '1', sku: 'TEA', quantity: 1, orderedQuantity: 3, cancelledQuantity: 2, total: 1000 },
      { id: '2', sku: 'CUP', quantity: 1, cancelledQuantity: 0 },
    ])
    const pot = { externalLineId: 'l-3', sku: 'POT', quantity: 1, total: 2000 }
    expect((await tell({ total: 2590, lineItems: [pot, CUP] })).lineItems).toMatchObject([
      { id: '1', sku: 'TEA', quantity: 0, orderedQuantity: 3, cancelledQuantity: 3, total: 0 },
      { id: '2', sku: 'CUP', quantity: 1, total: 590 },
      { id: '3', sku: 'POT', quantity: 1, total: 2000 },
    ])
  })

  it('that contradict each other are reported, all of them', async () => {
    const { id } = await aManualChannel(owner)
    const refund = { externalRefundId: 'r', amount: 100 }
    const { body } = await importing(owner, id, [
      aRow({
        lineItems: [
          { quantity: 2, orderedQuantity: 1, refundedQuantity: 3, total: 100 },
          { quantity: 1, total: 100, taxes: [{ amount: 101 }] },
        ],
        refunds: [{ ...refund, shippingAmount: 60, lines: [{ quantity: 1, amount: 50 }] }],
        shopCurrency: 'USD',
      }),
      aRow({ total: Number.MAX_SAFE_INTEGER, lineItems: [{ quantity: 1, total: 1 }] }),
      aRow({ paymentStatus: 'owed', lineItems: [{ quantity: 1, kind: 'gift' }] }),
    ])
    expect(body.errors.map(({ error }: { error: string }) => error)).toEqual([
      'orders[0].lineItems[0].orderedQuantity must not be below quantity; ' +
        'orders[0].lineItems[0].refundedQuantity must not be above quantity; ' +
        'orders[0].lineItems[1].taxes must not be above total, which contains them; ' +
        'orders[0].refunds[0].amount must not be below the amounts of its parts; ' +
        'orders[0].shopTotal and shopCurrency must be given together',
      'orders[1] must have smaller amounts',
      expect.stringMatching(/orders\[2\]\.lineItems\[0\]\.kind must .*; orders\[2\]\.paymentStatus must /),
    ])
  })

  it('and their adjustment are the total in every version, and no line is ever lost', () => {
    const money = fc.integer({ min: 0, max: 100_000 })
    const line = fc.record({
      externalLineId: fc.constantFrom('a', 'b', 'c', 'd', null),
      sku: fc.constantFrom('TEA', 'CUP', null),
      quantity: fc.integer({ min: 1, max: 9 }),
      total: money,
    })
    const version = fc.record({
      total: money,
      lineItems: fc.uniqueArray(line, {
        maxLength: 6,
        selector: ({ externalLineId, sku }) => externalLineId ?? `sku ${sku}`,
      }),
      shippingLines: fc.array(fc.record({ total: money }), { maxLength: 2 }),
    })
    fc.assert(
      fc.property(fc.array(version, { minLength: 1, maxLength: 6 }), (versions) => {
        let before: ReturnType<typeof completeParts>['lineItems'] = []
        for (const { total, ...parts } of versions) {
          const after = completeParts(
            total,
            readParts({ externalOrderId: 'E', currency: 'EUR', total, ...parts }),
            before,
          )
          const amounts = [...after.lineItems, ...after.shippingLines].map((part) => part.total ?? 0)
          const sum = amounts.reduce((all, amount) => all + amount, 0)
          if (amounts.length) expect(sum + (after.adjustment?.amount ?? 0)).toBe(total)
          expect(after.lineItems.slice(0, before.length).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
          const supplied = parts.lineItems.reduce((all, { quantity }) => all + quantity, 0)
          expect(after.lineItems.reduce((all, { quantity }) => all + quantity, 0)).toBe(supplied)
          for (const { quantity, orderedQuantity, cancelledQuantity } of after.lineItems)
            expect(orderedQuantity - cancelledQuantity).toBe(quantity)
          before = after.lineItems
        }
      }),
    )
  })
})

describe('the revisions of an order', () => {
  it('say what each version and each person changed, newest first, and none for a version that changes nothing', async () => {
    const { tell } = await anOrderOf()
    const { id } = await tell({ total: 3590, lineItems: [TEA, CUP], customer: { name: 'Ada Lovelace' } })
    await tell({ total: 3590, lineItems: [TEA, CUP], customer: { name: 'Ada Lovelace' } })
    const edited = [{ ...TEA, quantity: 2, total: 2000 }, CUP]
    await tell({ total: 2590, lineItems: edited, customer: { name: 'Ada King' } })
    await owner.post(`/api/sales/orders/${id}/cancel`, { reason: 'Ordered twice' })
    const { body } = await owner.get(`/api/sales/orders/${id}/revisions`)
    expect(body.totalItems).toBe(2)
    expect(body.member).toMatchObject([
      {
        ...{ orderId: id, revision: 3, actorType: 'person', actorId: owner.identity, totalBefore: 2590 },
        changes: [
          { field: 'status', lineId: null, from: 'accepted', to: 'cancelled' },
          { field: 'cancellationReason', from: null, to: 'Ordered twice' },
        ],
      },
      {
        ...{ revision: 2, totalBefore: 3590, totalAfter: 2590 },
        changes: [
          { field: 'total', from: '3590', to: '2590' },
          { field: 'keptAmount', from: '3590', to: '2590' },
          { field: 'customer', from: null, to: null },
          { field: 'quantity', lineId: '1', from: '3', to: '2' },
          { field: 'cancelledQuantity', lineId: '1', from: '0', to: '1' },
          { field: 'total', lineId: '1', from: '3000', to: '2000' },
        ],
      },
    ])
    expect((await owner.get(`/api/sales/orders/${id}`)).body.revision).toBe(3)
    expect(JSON.stringify(body)).not.toContain('Ada')
  })
})

describe('the payment of an order', () => {
  it.each([
    ['unpaid', 'held'],
    ['partly_paid', 'held'],
    ['voided', 'held'],
    ['authorized', 'accepted'],
    ['paid', 'accepted'],
    ['partly_refunded', 'accepted'],
    ['unknown', 'accepted'],
    ['refunded', 'cancelled'],
  ])('of a new order that is %s makes it %s', async (paymentStatus, status) => {
    const { tell, owed } = await anOrderOf()
    expect(await tell({ paymentStatus })).toMatchObject({ paymentStatus, status })
    expect(await owed()).toBe(status === 'accepted' ? 2580 : 0)
  })

  it('that arrives later lets the order go on by itself, also one that was cancelled meanwhile', async () => {
    const { tell, owed } = await anOrderOf()
    expect(await tell({ paymentStatus: 'unpaid' })).toMatchObject({
      status: 'held',
      decidedBy: { ruleSetId: null, reason: expect.stringContaining('no payment was received yet') },
    })
    expect(await tell({ status: 'cancelled', paymentStatus: 'unpaid' })).toMatchObject({ status: 'cancelled' })
    expect(await tell({ paymentStatus: 'paid' })).toMatchObject({ status: 'accepted', cancellationReason: null })
    expect(await owed()).toBe(2580)
  })

  it('decides by the statuses that the channel fulfils', async () => {
    const onAccount = await anOrderOf({ fulfilledPaymentStatuses: ['unpaid', 'paid'] })
    expect((await onAccount.tell({ paymentStatus: 'unpaid' })).status).toBe('accepted')
    const captured = await anOrderOf({ fulfilledPaymentStatuses: ['paid'] })
    expect(await captured.tell({ paymentStatus: 'authorized' })).toMatchObject({
      status: 'held',
      decidedBy: { reason: 'The payment of the order is "authorized", with which the channel fulfils none' },
    })
    expect((await captured.tell({ paymentStatus: 'paid' })).status).toBe('accepted')
    const kept = await anOrderOf({ cancelsRefunded: false })
    expect((await kept.tell({ paymentStatus: 'refunded' })).status).toBe('held')
  })
})

describe('a refund of an order', () => {
  it('lowers what is kept and what its seller is owed, once, and says which pieces it is for', async () => {
    const { tell, owed } = await anOrderOf()
    const parts = { total: 3490, shippingLines: [SHIPPING], paymentStatus: 'partly_refunded' }
    await tell({ ...parts, lineItems: [TEA], paymentStatus: 'paid' })
    expect(await owed()).toBe(3490)
    const returned = {
      externalRefundId: 'r-1',
      refundedAt: '2026-03-03T10:00:00+01:00',
      amount: 1490,
      shippingAmount: 490,
      lines: [{ externalLineId: 'l-1', quantity: 1, amount: 1000 }],
    }
    const order = await tell({ ...parts, lineItems: [{ ...TEA, refundedQuantity: 1 }], refunds: [returned] })
    expect(order).toMatchObject({
      status: 'accepted',
      lineItems: [{ quantity: 3, cancelledQuantity: 0, refundedQuantity: 1, total: 3000 }],
      refunds: [
        {
          externalRefundId: 'r-1',
          refundedAt: '2026-03-03T09:00:00.000Z',
          isMoneyMoved: true,
          lines: [{ lineId: '1', quantity: 1, amount: 1000, isRemoved: false }],
        },
      ],
      refundedAmount: 1490,
      keptAmount: 2000,
    })
    expect(await owed()).toBe(2000)
  })

  it('of a piece that had not left lowers it by no more than the total falls, and what is not paid back stays kept', async () => {
    const { tell, owed } = await anOrderOf()
    await tell({ total: 3000, lineItems: [TEA] })
    // A piece of 10.00 was taken off, and 8.00 were paid back.
    const order = await tell({
      total: 2000,
      lineItems: [{ ...TEA, quantity: 2, orderedQuantity: 3, total: 2000 }],
      refunds: [
        {
          externalRefundId: 'r',
          amount: 800,
          lines: [{ externalLineId: 'l-1', quantity: 1, amount: 1000, isRemoved: true }],
        },
      ],
    })
    expect(order).toMatchObject({ total: 2000, refundedAmount: 800, keptAmount: 2200 })
    expect(await owed()).toBe(2200)
  })

  it('of more than was paid keeps nothing, and takes nothing from the seller beyond that', async () => {
    const { tell, owed } = await anOrderOf()
    const refunds = [{ externalRefundId: 'r', amount: 3000 }]
    expect(await tell({ paymentStatus: 'partly_refunded', refunds })).toMatchObject({
      keptAmount: 0,
      status: 'accepted',
    })
    expect(await owed()).toBe(0)
  })
})
