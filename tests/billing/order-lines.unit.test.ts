import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takePieces } from '../../lib/billing/credit-notes/credit-order.ts'
import { billByLine, toInvoiceLines } from '../../lib/billing/invoices/to-invoice-lines.ts'
import { multiplyPrice, sumAmounts } from '../../lib/platform/money/amounts.ts'
import { completeParts } from '../../lib/sales/order-parts/complete-parts.ts'
import { parseOrderRow } from '../../lib/sales/orders/order-row.ts'
import type { LineItem } from '../../schemas/billing/invoice.ts'

type Billed = { quantity: number; unitPrice: number }

/** The lines that bill an order, without what they say of it. */
const billed = (order: Parameters<typeof toInvoiceLines>[0]) =>
  toInvoiceLines(order).map(
    ({ orderId: _order, orderLineId: _line, chargedRatePercent: _rate, lineKind: _kind, ...line }) => line,
  )

const amountOf = ({ quantity, unitPrice }: Billed) => multiplyPrice(quantity, unitPrice)
const sumOf = (lines: readonly Billed[]) => sumAmounts(lines.map(amountOf))

/** Reads an order as an import does, which derives the price of a line from its total and the other way round. */
const read = (currency: string, total: number, lineItems: object[], parts: object = {}) => {
  const parsed = parseOrderRow({ externalOrderId: 'DE-1', currency, total, lineItems, ...parts })
  if ('error' in parsed) throw new Error(parsed.error)
  return { id: 'order', ...parsed.fields, ...completeParts(total, parsed.fields) }
}

const line = fc
  .record({
    sku: fc.option(fc.constant('SKU-1')),
    name: fc.option(fc.constantFrom('Green tea', ' ')),
    quantity: fc.oneof(fc.nat(20), fc.constantFrom(0.5, 1.1234567, 2.25)),
    unitPrice: fc.option(fc.integer({ min: -5_000, max: 50_000 })),
    total: fc.option(fc.integer({ min: -5_000, max: 50_000 })),
  })
  .map(({ unitPrice, total, ...rest }) => ({
    ...rest,
    ...(rest.quantity && total !== null ? { total } : { unitPrice }),
  }))
const currency = fc.constantFrom('EUR', 'JPY', 'KWD')
const orders = fc
  .tuple(currency, fc.nat(10_000_000), fc.array(line, { maxLength: 60 }))
  .map(([code, total, lines]) => read(code, total, lines))

describe('the lines that bill an order', () => {
  it('add up to exactly its total, and those of a line to the total of that line', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const lines = toInvoiceLines(order)
        expect(sumOf(lines)).toBe(order.total)
        expect(lines.length).toBeLessThanOrEqual(101)
        for (const { reference, description, quantity, orderId } of lines) {
          expect([reference, orderId]).toEqual(['DE-1', 'order'])
          expect(description.trim()).not.toBe('')
          expect(quantity).toBeGreaterThan(0)
        }
        const { byLine = [] } = billByLine(order) ?? {}
        expect(byLine.map(sumOf)).toEqual(byLine.map((_, i) => order.lineItems[i]?.total ?? 0))
      }),
    )
  })

  it('have no other amounts if the totals of its lines are that of the order', () => {
    const priced = fc.record({ quantity: fc.integer({ min: 1, max: 5000 }), total: fc.nat(1_000_000) })
    fc.assert(
      fc.property(currency, fc.array(priced, { minLength: 1, maxLength: 50 }), (code, given) => {
        const order = read(code, sumAmounts(given.map(({ total }) => total)), given)
        const lines = billed(order)
        expect(lines.filter(({ description }) => description !== 'Item of order DE-1')).toEqual([])
        expect(lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(
          given.reduce((sum, { quantity }) => sum + quantity, 0),
        )
      }),
    )
  })

  it('are two for a line of three pieces for 10.00, whose prices differ by one minor unit', () => {
    const order = read('EUR', 1000, [{ name: 'Tea', quantity: 3, total: 1000 }])
    expect(billed(order)).toEqual([
      { description: 'Tea', quantity: 2, unitPrice: 333, reference: 'DE-1' },
      { description: 'Tea', quantity: 1, unitPrice: 334, reference: 'DE-1' },
    ])
  })

  it('are one for a quantity that is not whole, with the total as its price unless the price gives it', () => {
    const of = (fields: object) => billed(read('EUR', 1001, [{ name: 'Tea', quantity: 2.5, ...fields }]))
    expect(of({ total: 1001 })).toEqual([{ description: '2.5 x Tea', quantity: 1, unitPrice: 1001, reference: 'DE-1' }])
    expect(of({ unitPrice: 400 })[0]).toMatchObject({ description: 'Tea', quantity: 2.5, unitPrice: 400 })
  })

  it('are one for the whole order if a line cannot be billed by itself', () => {
    const of = (lines: object[], total = 2580) => billed(read('EUR', total, lines))
    const one = [{ description: 'Order DE-1', quantity: 1, unitPrice: 2580, reference: 'DE-1' }]
    const good = { sku: 'A', name: 'Tea', quantity: 2, unitPrice: 1290, total: 2580 }
    expect(of([])).toEqual(one)
    expect(of([good, { ...good, unitPrice: null, total: null }])).toEqual(one)
    expect(of(Array(51).fill(good))).toEqual(one)
    expect(of([{ ...good, quantity: 1_000_000_000, unitPrice: Number.MAX_SAFE_INTEGER, total: null }])).toEqual(one)
    expect(of([good])).toEqual([{ description: 'Tea', quantity: 2, unitPrice: 1290, reference: 'DE-1' }])
    expect(of([good], 3000)[1]).toMatchObject({ quantity: 1, unitPrice: 420 })
  })

  it('are none for a line whose pieces were all removed, and name shipping and what nothing explains', () => {
    const tea = { name: 'Tea', quantity: 2, total: 2000 }
    const shippingLines = [{ name: 'Express', total: 490 }, { total: 0 }]
    const removed = { name: 'Cup', quantity: 0, orderedQuantity: 1, total: 0 }
    expect(billed(read('EUR', 2490, [removed, tea], { shippingLines }))).toEqual([
      { description: 'Tea', quantity: 2, unitPrice: 1000, reference: 'DE-1' },
      { description: 'Shipping: Express', quantity: 1, unitPrice: 490, reference: 'DE-1' },
    ])
    const last = (total: number) => billed(read('EUR', total, [tea], { shippingLines })).at(-1)
    expect(last(2493)).toMatchObject({ description: 'Rounding of order DE-1', unitPrice: 3 })
    expect(last(2000)).toMatchObject({ description: 'Other amounts of order DE-1', unitPrice: -490 })
    expect(last(2490)).toMatchObject({ description: 'Shipping: Express' })
  })
})

describe('the pieces of a line that come back', () => {
  it('cost the total of the line together, in whatever order and parts they come', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.nat(1_000_000),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 40, maxLength: 40 }),
        (quantity, total, parts) => {
          const order = read('EUR', total, [{ quantity, total }])
          const lines = (billByLine(order)?.byLine[0] ?? []).map(
            (each, i) => ({ ...each, id: `${i}` }) as unknown as LineItem,
          )
          const credited: Record<string, { quantity: number; amount: number; taxAmount: number }> = {}
          let [left, sum] = [quantity, 0]
          for (const part of parts) {
            const pieces = Math.min(part, left)
            for (const { originalLineItemId: id, quantity: taken } of takePieces(lines, pieces, credited)) {
              const price = lines.find((each) => each.id === id)?.unitPrice ?? 0
              expect([Math.floor(total / quantity), Math.ceil(total / quantity)]).toContain(price)
              credited[`${id}`] = { quantity: (credited[`${id}`]?.quantity ?? 0) + taken, amount: 0, taxAmount: 0 }
              sum += taken * price
            }
            left -= pieces
            expect(sum).toBeLessThanOrEqual(total)
          }
          expect([left, sum]).toEqual([0, total])
        },
      ),
    )
  })
})
