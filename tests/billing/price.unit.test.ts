import fc from 'fast-check'
import { expect, it } from 'vitest'
import { priceLines } from '../../lib/billing/invoices/invoice.ts'
import { formatMoney } from '../../lib/platform/locale/formats.ts'

const anyLine = fc.record({
  description: fc.constant('line'),
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 1000 }),
    fc.integer({ min: 1, max: 999_999_999 }).map((n) => n / 1_000_000),
  ),
  unitPrice: fc.integer({ min: -100_000, max: 10_000_000 }),
  taxCategoryId: fc.option(fc.constantFrom('standard', 'reduced', 'alpine', 'unknown'), { nil: null }),
})
const anyRates = fc.record({
  standard: fc.constantFrom(19, 20, 23, 25.5),
  reduced: fc.constantFrom(0, 5, 7, 8.25),
  alpine: fc.constant(7.7),
})

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

it('prices any lines so that lines, taxes and totals add up', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 40 }), anyRates, (given, rates) => {
      let ids = 0
      const { lines, subtotal, taxTotal, grandTotal } = priceLines(given, {
        taxRates: { rates, defaultCategory: 'standard' },
        pricesIncludeTax: false,
        newId: () => String(++ids),
      })
      expect(lines).toHaveLength(given.length)
      expect(sum(lines.map(({ amount }) => amount))).toBe(subtotal)
      expect(sum(lines.map(({ taxAmount }) => taxAmount))).toBe(taxTotal)
      expect(subtotal + taxTotal).toBe(grandTotal)
      for (const { quantity, unitPrice, amount } of lines)
        expect(Math.abs(amount - quantity * unitPrice)).toBeLessThanOrEqual(0.5 + 1e-3)
      const exact = sum(lines.map(({ amount, taxRatePercent }) => (amount * taxRatePercent) / 100))
      expect(Math.abs(taxTotal - exact)).toBeLessThanOrEqual(0.5 * 4 + 1e-3)
    }),
    { numRuns: 300 },
  )
})

it('takes the tax out of prices that contain it, and the lines cost what their prices say', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 40 }), anyRates, (given, rates) => {
      let ids = 0
      const { lines, subtotal, taxTotal, grandTotal } = priceLines(given, {
        taxRates: { rates, defaultCategory: 'standard' },
        pricesIncludeTax: true,
        newId: () => String(++ids),
      })
      expect([subtotal, taxTotal]).toEqual([
        sum(lines.map(({ amount }) => amount)),
        sum(lines.map(({ taxAmount }) => taxAmount)),
      ])
      for (const { quantity, unitPrice, amount, taxAmount, taxRatePercent } of lines) {
        const price = amount + taxAmount
        expect(Math.abs(price - quantity * unitPrice)).toBeLessThanOrEqual(0.5 + 1e-3)
        expect(Math.abs(taxAmount - (price * taxRatePercent) / (100 + taxRatePercent))).toBeLessThan(1 + 1e-3)
      }
      expect(grandTotal).toBe(sum(lines.map(({ amount, taxAmount }) => amount + taxAmount)))
      for (const [rate, own] of Map.groupBy(lines, ({ taxRatePercent }) => taxRatePercent)) {
        const exact = (sum(own.map(({ amount, taxAmount }) => amount + taxAmount)) * rate) / (100 + rate)
        expect(Math.abs(sum(own.map(({ taxAmount }) => taxAmount)) - exact)).toBeLessThanOrEqual(0.5 + 1e-3)
      }
    }),
    { numRuns: 300 },
  )
})

it('takes 2.68 of 19 percent out of two pieces at 5.95 and shipping of 4.90', () => {
  const { subtotal, taxTotal, grandTotal } = priceLines(
    [
      { description: 'Tea', quantity: 2, unitPrice: 595 },
      { description: 'Shipping', quantity: 1, unitPrice: 490 },
    ],
    {
      taxRates: { rates: { standard: 19 }, defaultCategory: 'standard' },
      pricesIncludeTax: true,
      newId: () => 'line',
    },
  )
  expect({ subtotal, taxTotal, grandTotal }).toEqual({ subtotal: 1412, taxTotal: 268, grandTotal: 1680 })
})

it('formats all digits of an amount in every currency, with its decimals', () => {
  const decimals = { JPY: 0, EUR: 2, KWD: 3 }
  fc.assert(
    fc.property(
      fc.constantFrom('JPY', 'EUR', 'KWD'),
      fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
      (currency, amount) => {
        const written = formatMoney(amount, currency, 'en')
        const [, fraction = ''] = written.split('.')
        expect(fraction).toHaveLength(decimals[currency])
        expect(BigInt(written.replace(/\D/g, ''))).toBe(BigInt(Math.abs(amount)))
        expect(/[-−]/.test(written)).toBe(amount < 0)
      },
    ),
  )
})
