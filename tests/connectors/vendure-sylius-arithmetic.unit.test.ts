import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBadRecord, type RemoteOrder } from '../../lib/connectors/connector.ts'
import { readSyliusOrder } from '../../lib/connectors/sylius/order.ts'
import { readAdjustments } from '../../lib/connectors/sylius/order-parts.ts'
import { readVendureOrder } from '../../lib/connectors/vendure/order.ts'
import { scaleToMinorUnits } from '../../lib/platform/money/minor-units.ts'
import { findPartMistakes } from '../../lib/sales/order-parts/read-parts.ts'
import { buildParts } from '../support/order-parts.ts'
import { sample, second } from './servers/sample.ts'
import { syliusOrder } from './servers/sylius.ts'
import { syliusContent } from './servers/sylius-orders.ts'
import { vendureOrder } from './servers/vendure.ts'
import { vendurePayment } from './servers/vendure-orders.ts'

const CURRENCIES = fc.constantFrom('EUR', 'JPY', 'KWD')
const RATES = [0, 2.5, 7, 8.1, 19, 20, 25.5]
const AMOUNT = fc.integer({ min: 1, max: 500_000 })

const orderOf = (record: RemoteOrder | { error: string }) => {
  if (isBadRecord(record as never)) throw new Error((record as { error: string }).error)
  return (record as RemoteOrder).order
}

/** Returns the parts of an order that contradicts nothing and whose parts add up to its total. */
const partsOf = (record: Parameters<typeof orderOf>[0]) => {
  const order = orderOf(record)
  expect(findPartMistakes(order, '')).toEqual([])
  const parts = buildParts(order.total, order)
  expect(parts.adjustment).toBeNull()
  return { order, parts, taxes: [...parts.lineItems, ...parts.shippingLines].flatMap((part) => part.taxes ?? []) }
}

const sumBy = (taxes: readonly { ratePercent: number | null; amount: number }[]) => {
  const sums = new Map<number | null, number>()
  for (const { ratePercent, amount } of taxes) sums.set(ratePercent, (sums.get(ratePercent) ?? 0) + amount)
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0))
}

const VENDURE_RATE = fc.constantFrom(...RATES).map((taxRate) => ({ description: `Rate ${taxRate}`, taxRate }))

const VENDURE_LINE = fc
  .record({
    listPrice: AMOUNT,
    placed: fc.integer({ min: 1, max: 12 }),
    cancelled: fc.integer({ min: 0, max: 12 }),
    rate: VENDURE_RATE,
    off: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ listPrice, placed, cancelled, rate, off }) => ({
    ...{ listPrice, placed, quantity: Math.max(0, placed - cancelled), rates: [rate] },
    discounts: [{ promotion: '1', amount: Math.floor((listPrice * placed * off) / 100) }],
  }))

describe('the arithmetic of Vendure', () => {
  it('gives parts that add up to the total, taxes that add up to those of the shop, and what is kept', () => {
    fc.assert(
      fc.property(
        fc.record({
          currency: CURRENCIES,
          pricesIncludeTax: fc.boolean(),
          scale: fc.constantFrom(2, 3, 4),
          lines: fc.array(VENDURE_LINE, { minLength: 1, maxLength: 6 }),
          surcharges: fc.array(fc.record({ price: AMOUNT, rates: fc.array(VENDURE_RATE, { maxLength: 1 }) }), {
            maxLength: 2,
          }),
          shipping: fc.array(fc.record({ price: AMOUNT, off: fc.integer({ min: 0, max: 100 }), rate: VENDURE_RATE }), {
            maxLength: 1,
          }),
          refunded: fc.integer({ min: 0, max: 120 }),
          overpaid: fc.integer({ min: 0, max: 100_000 }),
        }),
        ({ currency, pricesIncludeTax, scale, lines, surcharges, shipping, refunded, overpaid }) => {
          const raw = vendureOrder(sample(1, { currency }), scale, {
            pricesIncludeTax,
            lines: lines.map((line, i) => ({ id: String(i), ...line })),
            surcharges: surcharges.map((each, i) => ({ id: String(i), description: 'Fee', ...each })),
            shipping: shipping.map(({ price, off, rate }, i) => ({
              ...{ id: String(i), code: 'dhl', name: 'DHL', price, discount: Math.floor((price * off) / 100) },
              rate: { ...rate, description: 'shipping tax' },
            })),
          })
          const paid = raw.totalWithTax + overpaid
          const back = Math.floor((paid * Math.min(100, refunded)) / 100)
          const payments = [vendurePayment({ id: 'P', amount: paid, refunds: [{ id: 'R', total: back }] }, second(1))]
          const { order, parts, taxes } = partsOf(readVendureOrder({ ...raw, payments }, { scale, pricesIncludeTax }))
          const toMinor = (amount: number) => scaleToMinorUnits(amount, scale, currency)
          expect(order.total).toBe(toMinor(raw.totalWithTax))
          const shown = raw.taxSummary.map(({ taxRate, taxTotal, description }) => ({
            ...{ ratePercent: taxRate, amount: taxTotal, description },
          }))
          const expected = Map.groupBy(shown, ({ ratePercent }) => ratePercent)
          const sums = sumBy(taxes)
          for (const [rate, rows] of expected) {
            const total = rows.reduce((sum, { amount }) => sum + toMinor(amount), 0)
            expect(Math.abs((sums[String(rate)] ?? 0) - total), `rate ${rate}`).toBeLessThanOrEqual(
              scale > 2 || currency === 'JPY' ? rows.length : 0,
            )
          }
          const kept = Math.min(toMinor(raw.totalWithTax), Math.max(0, toMinor(paid) - toMinor(back)))
          expect(parts.keptAmount).toBe(kept)
          expect(parts.paymentStatus).toBe(
            paid > 0 && back >= paid ? 'refunded' : back > 0 ? 'partly_refunded' : 'paid',
          )
        },
      ),
    )
  })
})

const SYLIUS_RATE = fc.record({
  name: fc.constant('VAT'),
  percent: fc.constantFrom(...RATES.filter((rate) => rate > 0)),
  included: fc.boolean(),
})

describe('the arithmetic of Sylius', () => {
  it('gives parts that add up to the total, and taxes that add up to those of the shop', () => {
    fc.assert(
      fc.property(
        CURRENCIES,
        fc.array(
          fc.record({
            unitPrice: AMOUNT,
            quantity: fc.integer({ min: 1, max: 9 }),
            rate: fc.option(SYLIUS_RATE, { nil: undefined }),
            off: fc.integer({ min: 0, max: 90 }),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        fc.array(
          fc.record({
            price: AMOUNT,
            off: fc.integer({ min: 0, max: 90 }),
            rate: fc.option(SYLIUS_RATE, { nil: undefined }),
          }),
          { maxLength: 3 },
        ),
        fc.array(AMOUNT, { maxLength: 2 }),
        (currency, items, shipments, fees) => {
          const content = {
            items: items.map(({ off, rate, ...item }, i) => ({
              ...{ id: 10 + i, ...item, ...(rate && { rate }) },
              promotions: [{ name: 'Offer', amount: Math.floor((item.unitPrice * item.quantity * off) / 100) }],
            })),
            shipments: shipments.map(({ price, off, rate }, i) => ({
              ...{ id: 1 + i, price, promotion: Math.floor((price * off) / 100), ...(rate && { rate }) },
            })),
            others: fees.map((amount) => ({ type: 'fee', label: 'Fee', amount })),
          }
          const { adjustments, members } = syliusContent('token-1', content)
          const { order, taxes } = partsOf(
            readSyliusOrder(syliusOrder(sample(1, { currency }), content), {
              ...{
                customer: {},
                placedAt: second(1),
                adjustments: readAdjustments(adjustments),
                payments: [],
                shipments: [],
              },
            }),
          )
          const toMinor = (amount: number) => scaleToMinorUnits(amount, 2, currency)
          expect(order.total).toBe(toMinor(members.total))
          const ofShop = adjustments.filter(({ type }) => type === 'tax')
          for (const [label, own] of Map.groupBy(ofShop, (each) => each.label)) {
            const percent = Number(/\(([\d.]+)%\)/.exec(label)?.[1])
            const shown = taxes.filter(({ ratePercent }) => ratePercent === percent)
            const sum = shown.reduce((total, { amount }) => total + amount, 0)
            const expected = toMinor(own.reduce((total, { amount }) => total + amount, 0))
            expect(Math.abs(sum - expected), label).toBeLessThanOrEqual(currency === 'JPY' ? 1 : 0)
          }
        },
      ),
    )
  })

  it('reads adjustments of any form without failing otherwise than with a bad record', () => {
    fc.assert(
      fc.property(fc.array(fc.anything({ maxDepth: 2 })), fc.array(fc.anything({ maxDepth: 2 })), (first, payments) => {
        const adjustments = readAdjustments([
          ...first,
          { type: 'tax', amount: Number.MAX_SAFE_INTEGER, label: 'x (1%)' },
        ])
        const record = readSyliusOrder(syliusOrder(sample(1)), {
          ...{ customer: {}, placedAt: second(1), adjustments, payments, shipments: [] },
        })
        expect(isBadRecord(record) ? typeof record.error : 'order' in record).toBeTruthy()
      }),
    )
  })
})
