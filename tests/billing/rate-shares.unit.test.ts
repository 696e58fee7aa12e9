import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toInvoiceLines } from '../../lib/billing/invoices/to-invoice-lines.ts'
import { divideByRate } from '../../lib/billing/taxes/rate-shares.ts'
import { multiplyPrice, sumAmounts } from '../../lib/platform/money/amounts.ts'
import { buildParts } from '../support/order-parts.ts'

type Row = Parameters<typeof buildParts>[1]

const vat = (ratePercent: number, amount: number) => ({ name: 'VAT', ratePercent, amount })

/** What the lines bill at each rate. */
const ratesOf = (total: number, row: Row) => {
  const lines = toInvoiceLines({ id: 'o', number: 'A', total, ...buildParts(total, row) })
  return lines.map(({ description, quantity, unitPrice, chargedRatePercent }) => [
    description,
    multiplyPrice(quantity, unitPrice),
    chargedRatePercent,
  ])
}

const BOOK = { externalLineId: 'b', name: 'Book', quantity: 1, total: 1070, taxes: [vat(7, 70)] }
const TEA = { externalLineId: 't', name: 'Tea', quantity: 2, total: 2380, taxes: [vat(19, 380)] }
const BOTH = { lineItems: [BOOK, TEA] }

describe('a part of an order with several taxes', () => {
  it('is billed at each rate if each tax is on a part of it, as that of shipping for goods of two rates', () => {
    // 4.90 = 1.96 x 7 / 107 and 2.94 x 19 / 119
    const shippingLines = [{ name: 'Parcel', total: 490, taxes: [vat(7, 13), vat(19, 47)] }]
    expect(ratesOf(490 + 3450, { ...BOTH, shippingLines })).toEqual([
      ['Book', 1070, 7],
      ['Tea', 2380, 19],
      ['Shipping: Parcel', 294, 19],
      ['Shipping: Parcel', 196, 7],
    ])
    const free = { total: 2190, taxes: [vat(19, 190), vat(0, 0)] }
    expect(ratesOf(2190, { lineItems: [{ ...TEA, ...free }] })).toEqual([
      ['2 x Tea', 1190, 19],
      ['2 x Tea', 1000, 0],
    ])
  })

  it('is billed at the sum of the rates if all taxes are on all of it', () => {
    // 10.00 with 6 and 2.5 percent
    const shippingLines = [{ name: 'Parcel', total: 1085, taxes: [vat(6, 60), vat(2.5, 25)] }]
    expect(ratesOf(1085, { shippingLines })).toEqual([['Order A', 1085, 8.5]])
  })
})

describe('a part of an order without tax', () => {
  const rateOf = (fields: object) =>
    ratesOf(2380 + STAMP, { lineItems: [TEA, { ...BOOK, total: STAMP, ...fields }] })[1]
  const STAMP = 100

  // Shopify: "Zero-value tax lines are now returned for tax exempt orders", also of products that are not to be taxed.
  it.each([
    ['has no tax if another part has', [], 0],
    ['has none if the shop names the rate that it did not charge', [vat(19, 0)], 0],
    ['has none if the shop names several such rates', [vat(6, 0), vat(2.5, 0)], 0],
    ['may have one if the shop does not tell it', null, null],
  ])('%s', (_, taxes, rate) => {
    expect(rateOf({ taxes })).toEqual(['Book', STAMP, rate])
  })

  it.each([
    [2, 19],
    [3, 19],
    // 0.04 contain 0.006 at 19 percent, which is one cent.
    [4, 0],
  ])('that costs %i cents has the rate of a tax that rounds to nothing: %i', (total, rate) => {
    const lines = ratesOf(2380 + total, { lineItems: [TEA, { ...BOOK, total, taxes: [vat(19, 0)] }] })
    expect(lines[1]).toEqual(['Book', total, rate])
  })

  it('tells nothing if it costs nothing', () => {
    const shares = divideByRate({ total: 0, taxes: [] })
    expect(shares).toEqual([{ amount: 0, chargedRatePercent: null, lineKind: null }])
  })
})

describe('what belongs to no part of an order', () => {
  it.each([
    [
      'spread over the rates, if nothing explains it',
      -1150,
      ['Shipping, discounts and other amounts of order A', -357, 7],
      -793,
    ],
    ['billed at the rate of most of the order, if it is a rounding', -1, undefined, -1],
  ])('is %s', (_, adjustment, atSeven, atNineteen) => {
    const lines = ratesOf(3450 + adjustment, BOTH).slice(2)
    expect(lines.map(([, amount, rate]) => [amount, rate])).toEqual([
      ...(atSeven ? [atSeven.slice(1)] : []),
      [atNineteen, 19],
    ])
  })

  it('is in one line for each rate, if the order has too many lines to be billed line by line', () => {
    const lineItems = [
      ...Array(40).fill({ ...BOOK, externalLineId: null }),
      ...Array(20).fill({ ...TEA, externalLineId: null }),
    ]
    expect(ratesOf(40 * 1070 + 20 * 2380, { lineItems })).toEqual([
      ['Order A', 42_800, 7],
      ['Order A', 47_600, 19],
    ])
  })
})

describe('a refund', () => {
  const refund = (fields: object) => ({ externalRefundId: 'r', ...fields })
  const refundsOf = (refunds: object[], row: Row = BOTH, total = 3450) =>
    ratesOf(total, { ...row, refunds: refunds as NonNullable<NonNullable<Row>['refunds']> }).slice(2)

  it('of pieces and of shipping has their rates, and one of an amount all of them', () => {
    const lines = [{ externalLineId: 'b', quantity: 1, amount: 1070 }]
    expect(refundsOf([refund({ amount: 1070, lines })])).toEqual([['Refund of order A', -1070, 7]])
    const shippingLines = [{ name: 'Parcel', total: 490, taxes: [vat(19, 78)] }]
    expect(
      refundsOf([refund({ amount: 490, shippingAmount: 490 })], { ...BOTH, shippingLines }, 3940).slice(1),
    ).toEqual([['Refund of order A', -490, 19]])
    // 11.50 of 34.50, of which 10.70 are at 7 percent
    expect(refundsOf([refund({ amount: 1150 })])).toEqual([
      ['Refund of order A', -357, 7],
      ['Refund of order A', -793, 19],
    ])
  })

  it('of an amount takes nothing off a rate of which everything was refunded before', () => {
    const lines = [{ externalLineId: 'b', quantity: 1, amount: 1070 }]
    const goodwill = refund({ externalRefundId: 's', amount: 200 })
    expect(refundsOf([refund({ amount: 1070, lines }), goodwill])).toEqual([
      ['Refund of order A', -1070, 7],
      ['Refund of order A', -200, 19],
    ])
  })

  it('of pieces takes no more off their rate than earlier refunds of amounts have left of it', () => {
    const lines = [{ externalLineId: 'b', quantity: 1, amount: 1070 }]
    const goodwill = refund({ externalRefundId: 's', amount: 2000 })
    // 20.00 are 6.20 at 7 percent, which leave 4.50 of the book.
    expect(refundsOf([goodwill, refund({ amount: 1070, lines })])).toEqual([
      ['Refund of order A', -620, 7],
      ['Refund of order A', -1380, 19],
      ['Refund of order A', -450, 7],
      ['Refund of order A', -620, 19],
    ])
  })

  it('beyond the total is billed up to it', () => {
    expect(refundsOf([refund({ amount: 5000, reason: 'sorry' })])).toEqual([
      ['Refund of order A: sorry', -1070, 7],
      ['Refund of order A: sorry', -2380, 19],
    ])
  })
})

const amount = fc.integer({ min: 0, max: 5000 })
const anyLine = fc.record({
  quantity: fc.integer({ min: 1, max: 4 }),
  total: amount,
  taxes: fc.constantFrom<ReturnType<typeof vat>[] | null>(null, [], [vat(7, 0)], [vat(19, 0)]),
})
const anyRefund = fc.record({
  extra: amount,
  shippingAmount: fc.constantFrom(0, 0, 100),
  lines: fc.array(fc.record({ line: fc.nat(4), amount, isRemoved: fc.boolean() }), { maxLength: 2 }),
  // A piece that was taken off for less than its price.
  withheld: fc.constantFrom(0, 0, 200),
})

it('the lines that bill an order add up to what is kept of it, whatever was refunded in whatever order', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 5 }),
      fc.array(anyRefund, { maxLength: 5 }),
      fc.constantFrom(0, 100),
      fc.integer({ min: -300, max: 300 }),
      (lines, refunds, shipping, adjustment) => {
        const lineItems = lines.map((line, i) => ({ ...line, externalLineId: `${i}` }))
        const total = Math.max(0, sumAmounts(lines.map((line) => line.total)) + shipping + adjustment)
        const order = buildParts(total, {
          lineItems,
          shippingLines: shipping ? [{ total: shipping, taxes: [vat(19, 0), vat(7, 0)] }] : [],
          refunds: refunds.map(({ extra, withheld, ...rest }, i) => {
            const own = rest.lines.map(({ line, ...more }) => ({ externalLineId: `${line}`, quantity: 1, ...more }))
            const named = sumAmounts(own.map((line) => line.amount)) + rest.shippingAmount
            const removed = sumAmounts(own.map((line) => (line.isRemoved ? line.amount : 0)))
            return {
              ...rest,
              externalRefundId: `${i}`,
              lines: own,
              amount: named + extra - Math.min(withheld, removed),
            }
          }),
        })
        const billed = toInvoiceLines({ id: 'o', number: 'A', total, ...order })
        expect(sumAmounts(billed.map(({ quantity, unitPrice }) => multiplyPrice(quantity, unitPrice)))).toBe(
          order.keptAmount,
        )
      },
    ),
  )
})
