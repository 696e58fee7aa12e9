import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Credit, computeCredit, releaseCredit } from '../../lib/billing/credit-notes/compute-credit.ts'
import { priceLines } from '../../lib/billing/invoices/invoice.ts'
import { Problem } from '../../lib/platform/problem.ts'

const RATES = { rates: { standard: 19, reduced: 7, alpine: 7.7 }, defaultCategory: 'standard' }

let ids = 0
const priced = (lines: Parameters<typeof priceLines>[0], pricesIncludeTax = false) => ({
  ...priceLines(lines, { taxRates: RATES, pricesIncludeTax, newId: () => String(++ids) }),
  pricesIncludeTax,
})

const anyInvoiceWith = (taxCategoryId: fc.Arbitrary<string>) =>
  fc
    .tuple(
      fc.array(
        fc.record({
          description: fc.constant('line'),
          quantity: fc.oneof(
            fc.integer({ min: 1, max: 50 }),
            fc.integer({ min: 1, max: 9999 }).map((n) => n / 1000),
          ),
          unitPrice: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 9 })),
          taxCategoryId,
        }),
        { minLength: 1, maxLength: 8 },
      ),
      fc.boolean(),
    )
    .map(([lines, pricesIncludeTax]) => priced(lines, pricesIncludeTax))
    .filter(({ grandTotal }) => grandTotal > 0)

const anyCategory = fc.constantFrom('standard', 'reduced', 'alpine', 'none')
const anyInvoice = anyInvoiceWith(anyCategory)
const anyInvoiceOfOneTax = anyCategory.chain((category) => anyInvoiceWith(fc.constant(category)))
const anyInvoiceOfOneOrMoreTaxes = fc.oneof(anyInvoice, anyInvoiceOfOneTax)

/** One attempt to credit: parts of lines of the invoice, or its rest. */
const anyAttempt = fc.option(
  fc.array(
    fc.record({
      line: fc.nat(7),
      part: fc.constantFrom(0.1, 0.25, 1 / 3, 0.5, 1, 1.2),
      cheaper: fc.constantFrom(1, 1, 1, 0.5),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  { nil: null, freq: 4 },
)

/** The number of an earlier credit that is cancelled after the attempt, if any. */
const anyRelease = fc.option(fc.nat(11), { nil: null, freq: 2 })

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

describe('credit notes of one invoice', () => {
  it('never exceed the invoice or any of its lines, and finally credit it exactly, even if some are cancelled', () => {
    fc.assert(
      fc.property(anyInvoice, fc.array(fc.tuple(anyAttempt, anyRelease), { maxLength: 12 }), (invoice, attempts) => {
        const { lines, grandTotal, pricesIncludeTax } = invoice
        const standing: Credit[] = []
        let [total, credited] = [0, {} as Parameters<typeof computeCredit>[0]['credited']]
        const attempt = (given: Parameters<typeof computeCredit>[1]) => {
          try {
            const credit = computeCredit(
              { invoice: { grandTotal, credited: total, pricesIncludeTax }, lines, credited },
              given,
            )
            expect(credit.subtotal).toBe(sum(credit.lines.map(({ amount }) => amount)))
            expect(credit.taxTotal).toBe(sum(credit.lines.map(({ taxAmount }) => taxAmount)))
            expect(credit.grandTotal).toBe(credit.subtotal + credit.taxTotal)
            expect(credit.grandTotal).toBeGreaterThan(0)
            total += credit.grandTotal
            credited = credit.credited
            standing.push(credit)
          } catch (error) {
            if (!(error instanceof Problem)) throw error
          }
        }
        const release = (index: number) => {
          const [credit] = standing.splice(index % standing.length, 1)
          if (!credit) return
          total -= credit.grandTotal
          credited = releaseCredit(credited, credit.reserved)
        }
        for (const [parts, released] of attempts) {
          attempt(
            parts?.map(({ line, part, cheaper }) => {
              const { id, quantity, unitPrice } = lines[line % lines.length] as (typeof lines)[number]
              return {
                originalLineItemId: id,
                quantity: Math.max(1, Math.round(quantity * part * 1000)) / 1000,
                ...(cheaper < 1 && { unitPrice: Math.round(unitPrice * cheaper) }),
              }
            }) ?? null,
          )
          if (released !== null) release(released)
        }
        expect(total).toBeLessThanOrEqual(grandTotal)
        for (const line of lines) {
          const before = credited[line.id] ?? { quantity: 0, amount: 0, taxAmount: 0 }
          expect(before.quantity).toBeLessThanOrEqual(line.quantity)
          expect(before.amount).toBeLessThanOrEqual(line.amount)
          expect(before.taxAmount).toBeLessThanOrEqual(line.taxAmount)
          expect(Math.min(before.amount, before.taxAmount)).toBeGreaterThanOrEqual(0)
        }
        attempt(null)
        expect(total).toBe(grandTotal)
        for (const line of lines) expect(credited[line.id]?.taxAmount ?? 0).toBe(line.taxAmount)
        while (standing.length) release(0)
        expect([total, credited]).toEqual([0, {}])
      }),
      { numRuns: 500 },
    )
  })

  it('never exceed the net total or the taxes of the invoice, and the one that takes the rest takes all of both', () => {
    const anyPart = fc.record({ line: fc.option(fc.nat(7)), part: fc.constantFrom(0.01, 0.1, 1 / 3, 0.5, 1, 1.2) })
    const anyParts = fc.array(fc.array(anyPart, { minLength: 1, maxLength: 3 }), { maxLength: 8 })
    fc.assert(
      fc.property(anyInvoiceOfOneOrMoreTaxes, anyParts, (invoice, attempts) => {
        const { lines, grandTotal, subtotal, taxTotal, pricesIncludeTax } = invoice
        const total = () => sum(standing.map((credit) => credit.grandTotal))
        const standing: Credit[] = []
        let credited = {} as Parameters<typeof computeCredit>[0]['credited']
        const left = () =>
          pricesIncludeTax ? grandTotal - total() : subtotal - sum(standing.map((credit) => credit.subtotal))
        const attempt = (given: Parameters<typeof computeCredit>[1]) => {
          const credit = computeCredit(
            { invoice: { grandTotal, credited: total(), pricesIncludeTax }, lines, credited },
            given,
          )
          expect(credit.subtotal + credit.taxTotal).toBe(credit.grandTotal)
          expect(sum(credit.lines.map(({ taxAmount }) => taxAmount))).toBe(credit.taxTotal)
          credited = credit.credited
          standing.push(credit)
        }
        for (const parts of attempts)
          try {
            attempt(
              parts.map(({ line, part }) => {
                if (line === null) return { description: 'part', quantity: 1, unitPrice: Math.round(left() * part) }
                const { id, quantity } = lines[line % lines.length] as (typeof lines)[number]
                return { originalLineItemId: id, quantity: Math.max(1, Math.round(quantity * part * 1000)) / 1000 }
              }),
            )
          } catch (error) {
            if (!(error instanceof Problem)) throw error
          }
        expect(left()).toBeGreaterThanOrEqual(0)
        expect(sum(standing.map((credit) => credit.taxTotal))).toBeLessThanOrEqual(taxTotal)
        for (const { id, taxAmount } of lines) expect(credited[id]?.taxAmount ?? 0).toBeLessThanOrEqual(taxAmount)
        if (left()) attempt([{ description: 'the rest', quantity: 1, unitPrice: left() }])
        else if (total() < grandTotal) attempt(null)
        expect([left(), total()]).toEqual([0, grandTotal])
      }),
      { numRuns: 500 },
    )
  })

  it('credit the tax of a line once if they name the line twice', () => {
    const { lines, grandTotal, pricesIncludeTax } = priced([{ description: 'a', quantity: 3, unitPrice: 33 }])
    const [line] = lines
    const id = line?.id as string
    const credit = computeCredit({ invoice: { grandTotal, credited: 0, pricesIncludeTax }, lines, credited: {} }, [
      { originalLineItemId: id, quantity: 1 },
      { originalLineItemId: id, quantity: 2 },
    ])
    expect(credit.grandTotal).toBe(grandTotal)
    expect(credit.taxTotal).toBe(line?.taxAmount)
  })

  it('give back exactly the price of a piece, whose tax was in it', () => {
    const { lines, grandTotal, ...invoice } = priced([{ description: 'a', quantity: 2, unitPrice: 595 }], true)
    const credit = (credited: Parameters<typeof computeCredit>[0]['credited'], total: number) =>
      computeCredit({ invoice: { ...invoice, grandTotal, credited: total }, lines, credited }, [
        { originalLineItemId: lines[0]?.id as string, quantity: 1 },
      ])
    const first = credit({}, 0)
    expect(first).toMatchObject({ subtotal: 500, taxTotal: 95, grandTotal: 595 })
    expect(credit(first.credited, 595)).toMatchObject({ subtotal: 500, taxTotal: 95, grandTotal: 595 })
  })

  it('never take more of a price without tax than is left of it, however small the pieces are', () => {
    const { lines, grandTotal, pricesIncludeTax } = priced([{ description: 'a', quantity: 10, unitPrice: 3 }], true)
    let credited: Parameters<typeof computeCredit>[0]['credited'] = {}
    const nets = lines.flatMap(({ id }) =>
      Array.from({ length: 10 }, (_, i) => {
        const source = { invoice: { grandTotal, credited: 3 * i, pricesIncludeTax }, lines, credited }
        const credit = computeCredit(source, [{ originalLineItemId: id, quantity: 1 }])
        credited = credit.credited
        return credit.subtotal
      }),
    )
    expect(nets).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 1, 0])
  })

  it('spread a price that names no line over the taxes of the invoice, in proportion to what is left at each', () => {
    // As a refund of an amount is: 60.00 and 40.00 with the taxes that they contain, of which a fifth is given back.
    const { lines, ...invoice } = priced(
      [
        { description: 'a', quantity: 1, unitPrice: 6000, taxCategoryId: 'standard' },
        { description: 'b', quantity: 1, unitPrice: 4000, taxCategoryId: 'reduced' },
      ],
      true,
    )
    const goodwill = (unitPrice: number) => [{ description: 'Goodwill', quantity: 1, unitPrice }]
    const fifth = computeCredit({ invoice: { ...invoice, credited: 0 }, lines, credited: {} }, goodwill(2000))
    // 12.00 x 19 / 119 = 1.915… and 8.00 x 7 / 107 = 0.523…
    expect(fifth.lines.map((line) => [line.taxRatePercent, line.unitPrice, line.taxAmount])).toEqual([
      [19, 1200, 192],
      [7, 800, 52],
    ])
    expect(fifth).toMatchObject({ grandTotal: 2000, subtotal: 1756, taxTotal: 244 })
    const source = { invoice: { ...invoice, credited: 2000 }, lines, credited: fifth.credited }
    const rest = computeCredit(source, goodwill(8000))
    expect(rest).toMatchObject({ grandTotal: 8000, taxTotal: invoice.taxTotal - 244 })
    const [a] = lines
    const named = [{ originalLineItemId: a?.id as string, quantity: 1 }]
    const whole = { invoice: { ...invoice, credited: 0 }, lines, credited: {} }
    // All of the first line is credited beside it, so only the second one has anything left.
    expect(computeCredit(whole, [...goodwill(2000), ...named]).lines).toMatchObject([
      { taxRatePercent: 7, unitPrice: 2000 },
      { taxRatePercent: 19, unitPrice: 6000 },
    ])
    expect(() => computeCredit(source, named)).toThrow(
      'The credit of 6000 exceeds the remaining 4800 of the invoice at 19 %.',
    )
    expect(() => computeCredit(source, goodwill(8001))).toThrow('The credit of 8001 exceeds the remaining 8000 of')
  })

  it('reduce the rest by what was credited without naming a line', () => {
    const { lines, grandTotal, pricesIncludeTax } = priced([{ description: 'a', quantity: 1, unitPrice: 1000 }])
    const of = { invoice: { grandTotal, credited: 0, pricesIncludeTax }, lines, credited: {} }
    const first = computeCredit(of, [{ description: 'Goodwill', quantity: 1, unitPrice: 101 }])
    expect(first.grandTotal).toBe(120)
    const rest = { invoice: { grandTotal, credited: 120, pricesIncludeTax }, lines, credited: first.credited }
    const last = computeCredit(rest, null)
    expect(last.lines.map(({ amount }) => amount)).toEqual([1000, -101])
    expect(last.grandTotal).toBe(1070)
    expect(() =>
      computeCredit(
        { ...rest, invoice: { grandTotal, credited: 1190, pricesIncludeTax }, credited: last.credited },
        null,
      ),
    ).toThrow('no amount left')
  })
})
