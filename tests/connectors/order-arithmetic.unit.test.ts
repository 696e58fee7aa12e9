import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RemoteOrder } from '../../lib/connectors/connector.ts'
import { readShopifyOrder } from '../../lib/connectors/shopify/orders/order.ts'
import { readWooOrder } from '../../lib/connectors/woocommerce/orders/order.ts'
import { completeParts } from '../../lib/sales/order-parts/complete-parts.ts'
import { parseOrderRow } from '../../lib/sales/orders/order-row.ts'
import { add, type Cart, type CartCharge, type CartLine, type CartRefund } from './servers/cart.ts'
import { sample } from './servers/sample.ts'
import { shopifyOrder } from './servers/shopify.ts'
import { shopifyParts } from './servers/shopify-order.ts'
import { wooOrder } from './servers/woocommerce.ts'
import { wooParts } from './servers/woocommerce-order.ts'

const RATES = [
  { name: 'Standard', percent: 19 },
  { name: 'Reduced', percent: 7 },
  { name: 'France', percent: 5.5 },
  { name: 'Switzerland', percent: 8.1 },
]
const rates = fc.subarray(RATES, { maxLength: 2 })
const price = fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 10_000_000 }))

const aDiscount = (most: number) =>
  fc.option(fc.record({ amount: fc.integer({ min: 0, max: most }), code: fc.constantFrom('SPRING', 'TEN') }), {
    nil: undefined,
  })

const aLine: fc.Arbitrary<CartLine> = fc
  .record({ price, quantity: fc.integer({ min: 1, max: 12 }), rates })
  .chain((line) =>
    aDiscount(line.price * line.quantity).map((discount) => ({
      ...{ sku: 'TEA', name: 'Tea', ...line },
      discounts: discount ? [discount] : [],
    })),
  )
const aCharge: fc.Arbitrary<CartCharge> = fc.record({ name: fc.constant('DHL'), price, rates })

const aCart: fc.Arbitrary<Cart> = fc.record({
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  isGross: fc.boolean(),
  lines: fc.array(aLine, { minLength: 1, maxLength: 8 }),
  shipping: fc.array(aCharge, { maxLength: 2 }),
  fees: fc.array(aCharge, { maxLength: 2 }),
})

/** Refunds of some pieces of each line, each of which left or did not. */
const withRefunds = (cart: Cart): fc.Arbitrary<Cart> =>
  fc
    .array(
      fc.record({
        lines: fc.array(
          fc.record({
            line: fc.nat(cart.lines.length - 1),
            quantity: fc.integer({ min: 1, max: 4 }),
            left: fc.boolean(),
          }),
          { maxLength: 4 },
        ),
        more: fc.nat(5),
      }),
      { maxLength: 3 },
    )
    .map((drafts) => {
      const open = cart.lines.map(({ quantity }) => quantity)
      const refunds = drafts.map(({ lines, more }, i): CartRefund => {
        const taken = lines.flatMap(({ line, quantity, left }) => {
          const pieces = Math.min(quantity, open[line] ?? 0)
          open[line] = (open[line] ?? 0) - pieces
          return pieces ? [{ line, quantity: pieces, left }] : []
        })
        return { lines: taken, at: `2026-03-02T10:00:0${i}Z`, ...(!taken.length && { amount: more }) }
      })
      return { ...cart, refunds }
    })

const open = (record: RemoteOrder | { error: string }) => {
  if ('error' in record) throw new Error(record.error)
  const row = parseOrderRow(record.order)
  if ('error' in row) throw new Error(row.error)
  return { order: record.order, ...completeParts(row.fields.total, row.fields), total: row.fields.total }
}
const taxesOf = ({ lineItems, shippingLines }: Pick<ReturnType<typeof open>, 'lineItems' | 'shippingLines'>) =>
  add([...lineItems, ...shippingLines].flatMap(({ taxes }) => (taxes ?? []).map(({ amount }) => amount)))

const readShopify = (cart: Cart, more: object = {}) => {
  const { sums, ...parts } = shopifyParts({ ...cart, ...more })
  const raw = { ...shopifyOrder(sample(1, { currency: cart.currency })), ...parts }
  return { sums, ...open(readShopifyOrder(raw, {})) }
}

const readWoo = (cart: Cart, more: object = {}) => {
  const { fields, refunds, sums } = wooParts({ ...cart, ...more })
  const raw = { ...wooOrder(sample(1)), ...fields, refunds }
  return { sums, ...open(readWooOrder(raw, {})) }
}

describe('an order of Shopify', () => {
  it('has lines and shipping that add up to its total, and taxes that add up to those of the shop', () => {
    fc.assert(
      fc.property(aCart, fc.nat(10_000), (cart, duties) => {
        const { sums, total, adjustment, ...parts } = readShopify(cart, { duties })
        expect([total, adjustment, taxesOf(parts)]).toEqual([sums.total, null, sums.tax])
      }),
      { numRuns: 300 },
    )
  })

  it('adds up after refunds, which lower quantity and total where pieces had not left', () => {
    fc.assert(
      fc.property(aCart.chain(withRefunds), (cart) => {
        const { sums, total, adjustment, keptAmount, lineItems, refunds } = readShopify(cart)
        expect(adjustment).toBeNull()
        const back = total - sums.current
        const gone = refunds.flatMap(({ lines }) => lines)
        const sum = (isRemoved: boolean) =>
          add(gone.flatMap((line) => (line.isRemoved === isRemoved ? [line.quantity] : [])))
        expect(sum(true)).toBe(add(lineItems.map(({ cancelledQuantity }) => cancelledQuantity)))
        expect(sum(false)).toBe(add(lineItems.map(({ refundedQuantity }) => refundedQuantity)))
        expect(back).toBeGreaterThanOrEqual(0)
        // The shop and we round parts of a line by themselves.
        expect(Math.abs(keptAmount - Math.max(0, keptOf(cart, sums)))).toBeLessThanOrEqual(2 * gone.length + 4)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['came back has the total and the taxes that it had before', true],
    ['had not left has the current total of the shop and its taxes', false],
  ])('of which all refunded pieces %s', (_, left) => {
    fc.assert(
      fc.property(aCart.chain(withRefunds), (cart) => {
        const refunds = (cart.refunds ?? []).map((refund) => ({
          ...refund,
          lines: (refund.lines ?? []).map((line) => ({ ...line, left })),
        }))
        const { sums, total, adjustment, ...parts } = readShopify({ ...cart, refunds })
        const expected = left ? [sums.total, sums.tax] : [sums.current, sums.currentTax]
        expect([total, taxesOf(parts), adjustment]).toEqual([...expected, null])
      }),
      { numRuns: 300 },
    )
  })

  /** What is left of the shop's total after all that it paid back. */
  const keptOf = (cart: Cart, sums: { total: number; current: number }) =>
    sums.current - add((cart.refunds ?? []).map(({ amount }) => amount ?? 0))
})

describe('an order of WooCommerce', () => {
  it('has lines and shipping that add up to its total, and taxes that add up to those of the shop', () => {
    fc.assert(
      fc.property(aCart, (cart) => {
        const { sums, total, adjustment, ...parts } = readWoo(cart)
        expect([total, adjustment, taxesOf(parts)]).toEqual([sums.total, null, sums.tax])
      }),
      { numRuns: 300 },
    )
  })

  it('has a visible adjustment of at most a minor unit for each part if the shop rounds taxes once', () => {
    fc.assert(
      fc.property(aCart, (cart) => {
        const { sums, total, adjustment } = readWoo(cart, { roundsAtSubtotal: true })
        expect(total).toBe(sums.total)
        if (adjustment) expect(adjustment.reason).toBe('rounding')
      }),
      { numRuns: 300 },
    )
  })

  it('adds up after refunds, whether the order was completed before or not', () => {
    fc.assert(
      fc.property(aCart.chain(withRefunds), fc.boolean(), (cart, isCompleted) => {
        const more = isCompleted ? { status: 'completed', dateCompleted: '2026-03-01T00:00:00' } : {}
        const { sums, total, adjustment, keptAmount, refundedAmount, refunds, lineItems } = readWoo(cart, more)
        expect(adjustment).toBeNull()
        const gone = refunds.flatMap(({ lines }) => lines.filter(({ isRemoved }) => isRemoved))
        expect(total + add(gone.map(({ amount }) => amount))).toBe(sums.total)
        expect(keptAmount).toBe(Math.max(0, sums.total - refundedAmount))
        const pieces = add((cart.refunds ?? []).flatMap(({ lines = [] }) => lines.map(({ quantity }) => quantity)))
        const counted = lineItems.map((line) => (isCompleted ? line.refundedQuantity : line.cancelledQuantity))
        expect(add(counted)).toBe(pieces)
      }),
      { numRuns: 300 },
    )
  })
})
