import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toInvoiceLines } from '../../lib/billing/invoices/to-invoice-lines.ts'
import { multiplyPrice, sumAmounts } from '../../lib/platform/money/amounts.ts'

const line = fc.record({
  sku: fc.option(fc.constant('SKU-1')),
  name: fc.option(fc.constantFrom('Green tea', ' ')),
  quantity: fc.oneof(fc.nat(20), fc.constantFrom(0.5, 1.1234567, 2.25)),
  unitPrice: fc.option(fc.integer({ min: -5_000, max: 50_000 })),
})
const orders = fc.record({
  number: fc.constant('DE-1'),
  total: fc.nat(10_000_000),
  lineItems: fc.array(line, { maxLength: 60 }),
})

it('bills an order at exactly its total, whatever its lines add up to', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const lines = toInvoiceLines(order)
      expect(sumAmounts(lines.map(({ quantity, unitPrice }) => multiplyPrice(quantity, unitPrice)))).toBe(order.total)
      expect(lines.length).toBeLessThanOrEqual(51)
      for (const { reference, description, quantity } of lines) {
        expect(reference).toBe('DE-1')
        expect(description.trim()).not.toBe('')
        expect(quantity).toBeGreaterThan(0)
      }
    }),
  )
})

it('bills an order in one line if its lines cannot be billed individually', () => {
  const of = (lineItems: Parameters<typeof toInvoiceLines>[0]['lineItems'], total = 2580) =>
    toInvoiceLines({ number: 'DE-1', total, lineItems })
  const one = [{ description: 'Order DE-1', quantity: 1, unitPrice: 2580, reference: 'DE-1' }]
  const good = { sku: 'A', name: 'Tea', quantity: 2, unitPrice: 1290 }
  expect(of([])).toEqual(one)
  expect(of([good, { ...good, unitPrice: null }])).toEqual(one)
  expect(of([{ ...good, quantity: 0 }])).toEqual(one)
  expect(of(Array(51).fill(good))).toEqual(one)
  expect(of([{ ...good, quantity: 1_000_000_000, unitPrice: Number.MAX_SAFE_INTEGER }])).toEqual(one)
  expect(of([good])).toEqual([{ description: 'Tea', quantity: 2, unitPrice: 1290, reference: 'DE-1' }])
  expect(of([good], 3000)[1]).toMatchObject({ quantity: 1, unitPrice: 420 })
})
