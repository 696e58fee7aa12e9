import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeCredit } from '../../lib/billing/credit-notes/compute-credit.ts'
import { priceLines } from '../../lib/billing/invoices/invoice.ts'
import { AT_HOME, type LineTax } from '../../lib/billing/tax.ts'
import { type Movement, sumOneStopShopRows, toOneStopShopRows } from '../../lib/billing/taxes/one-stop-shop.ts'
import { sumTaxesByCountry } from '../../lib/billing/taxes/sum-taxes.ts'
import { formatDecimal } from '../../lib/platform/money/minor-units.ts'

const RATES = { rates: {}, defaultCategory: 'standard' }

const tax = (taxRatePercent: number, taxCountry: string | null, fields: Partial<LineTax> = {}): LineTax => ({
  ...{ taxCategoryId: 'standard', taxRatePercent, taxReason: null, taxReasonCode: null },
  taxKind: taxRatePercent ? 'standard' : 'zero',
  ...AT_HOME,
  taxCountry,
  ...(taxCountry && { oneStopShop: true, dispatchCountry: 'DE' }),
  ...fields,
})

/** Two countries have the same rate, and two kinds of one country have none. */
const TAXES: readonly LineTax[] = [
  ...[tax(19, null), tax(7, null), tax(20, 'AT'), tax(20, 'FR'), tax(5.5, 'FR'), tax(25.5, 'FI'), tax(0, 'IE')],
  ...[tax(33.3333, 'PL'), tax(0, null, { taxKind: 'intra_community' }), tax(0, null, { taxKind: 'export' })],
]

/** Prices as they are in currencies with 0, 2 and 3 decimals. */
const anyCurrency = fc.constantFrom(['JPY', 0] as const, ['EUR', 2] as const, ['KWD', 3] as const)

const anyInvoice = fc
  .record({
    pricesIncludeTax: fc.boolean(),
    currency: anyCurrency,
    given: fc.array(
      fc.record({
        quantity: fc.oneof(
          fc.integer({ min: 1, max: 50 }),
          fc.integer({ min: 1, max: 9999 }).map((n) => n / 1000),
        ),
        price: fc.integer({ min: 0, max: 1000 }),
        fraction: fc.nat(999),
        taxed: fc.constantFrom(...TAXES),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ pricesIncludeTax, currency: [currency, digits], given }) => {
    let ids = 0
    const lines = given.map(({ quantity, price, fraction, taxed }) => ({
      ...{ description: 'line', quantity, ...taxed },
      unitPrice: price * 10 ** digits + (fraction % 10 ** digits),
    }))
    const newId = () => String(++ids)
    const priced = priceLines(lines, { taxRates: RATES, pricesIncludeTax, newId })
    return { ...priced, pricesIncludeTax, currency }
  })

const roundHalfAway = (numerator: bigint, denominator: bigint) =>
  (numerator < 0n ? -1n : 1n) * (((numerator < 0n ? -numerator : numerator) * 2n + denominator) / (denominator * 2n))

const add = (values: readonly number[]) => values.reduce((sum, value) => sum + BigInt(value), 0n)

/** Rates have at most four decimals, and quantities six. */
const [RATE_SCALE, QUANTITY_SCALE] = [10_000n, 1_000_000n]
const toRate = (percent: number) => BigInt(Math.round(percent * Number(RATE_SCALE)))

describe('the taxes of an invoice over several countries', () => {
  it('are rounded once for each rate of a country, whatever its prices contain, and add up with the lines', () => {
    fc.assert(
      fc.property(anyInvoice, ({ lines, subtotal, taxTotal, grandTotal, pricesIncludeTax }) => {
        expect(add(lines.map(({ amount }) => amount))).toBe(BigInt(subtotal))
        expect(add(lines.map(({ taxAmount }) => taxAmount))).toBe(BigInt(taxTotal))
        expect(subtotal + taxTotal).toBe(grandTotal)
        const groups = Map.groupBy(lines, ({ taxRatePercent, taxCountry }) => `${taxRatePercent} ${taxCountry}`)
        for (const own of groups.values()) {
          const cost = own.reduce((sum, { quantity, unitPrice }) => {
            const exact = BigInt(Math.round(quantity * Number(QUANTITY_SCALE))) * BigInt(unitPrice)
            return sum + roundHalfAway(exact, QUANTITY_SCALE)
          }, 0n)
          const rate = toRate(own[0]?.taxRatePercent ?? 0)
          const hundred = 100n * RATE_SCALE
          const expected = roundHalfAway(cost * rate, pricesIncludeTax ? hundred + rate : hundred)
          expect(add(own.map(({ taxAmount }) => taxAmount))).toBe(expected)
          const base = add(own.map(({ amount }) => amount))
          expect(base).toBe(pricesIncludeTax ? cost - expected : cost)
        }
        const sums = sumTaxesByCountry(lines)
        expect(add(sums.map(({ base }) => base))).toBe(BigInt(subtotal))
        expect(add(sums.map(({ tax: each }) => each))).toBe(BigInt(taxTotal))
        const names = sums.map(({ kind, ratePercent, country }) => `${kind} ${ratePercent} ${country}`)
        expect(new Set(names).size).toBe(names.length)
      }),
      { numRuns: 500 },
    )
  })
})

/** Parts that one credit note takes, by the line of the invoice; the last credit note takes the rest. */
const anyCredits = fc.array(
  fc.array(fc.record({ line: fc.nat(11), part: fc.constantFrom(0.25, 1 / 3, 0.5, 1) }), { minLength: 1, maxLength: 5 }),
  { maxLength: 6 },
)

type Invoice = typeof anyInvoice extends fc.Arbitrary<infer T> ? T : never

/** Credits the invoice in parts, and then its rest. Parts that are refused are left out. */
const creditAll = (invoice: Invoice, attempts: { line: number; part: number }[][]) => {
  const { lines, pricesIncludeTax, grandTotal } = invoice
  let [credited, total] = [{}, 0]
  const notes: ReturnType<typeof computeCredit>[] = []
  const credit = (given: Parameters<typeof computeCredit>[1]) => {
    try {
      const note = computeCredit({ invoice: { grandTotal, credited: total, pricesIncludeTax }, lines, credited }, given)
      credited = note.credited
      total += note.grandTotal
      notes.push(note)
    } catch {}
  }
  for (const attempt of attempts)
    credit(
      attempt.flatMap(({ line, part }) => {
        const { id = '', quantity = 0 } = lines[line % lines.length] ?? {}
        const taken = Math.round(quantity * part * 1e6) / 1e6
        return taken > 0 ? [{ originalLineItemId: id, quantity: taken }] : []
      }),
    )
  credit(null)
  return notes
}

describe('an invoice over several countries and all its credit notes', () => {
  it('are nothing together in each kind, rate and country, in whatever parts they credit', () => {
    fc.assert(
      fc.property(anyInvoice, anyCredits, (invoice, attempts) => {
        fc.pre(invoice.grandTotal > 0)
        const notes = creditAll(invoice, attempts)
        const back = notes.flatMap(({ lines }) => lines)
        const name = (line: LineTax) =>
          JSON.stringify([line.taxKind, line.taxRatePercent, line.taxCountry, line.oneStopShop, line.dispatchCountry])
        const left = Map.groupBy(
          [...invoice.lines.map((line) => ({ line, sign: 1 })), ...back.map((line) => ({ line, sign: -1 }))],
          ({ line }) => name(line),
        )
        for (const own of left.values()) {
          expect(add(own.map(({ line, sign }) => sign * line.amount))).toBe(0n)
          expect(add(own.map(({ line, sign }) => sign * line.taxAmount))).toBe(0n)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('the sums of the one-stop shop', () => {
  it('are those of the documents in every currency, and nothing once all is credited', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyInvoice, anyCredits), { maxLength: 4 }), (given) => {
        const movements = given.flatMap(([invoice, attempts]): Movement[] => {
          const { currency, lines, grandTotal } = invoice
          const [suppliedOn, day] = ['2026-09-30', '2026-10-01']
          const supply: Movement = { type: 'supply', day: suppliedOn, suppliedOn, currency, lines }
          const notes = grandTotal > 0 ? creditAll(invoice, attempts) : []
          return [supply, ...notes.map((note): Movement => ({ ...supply, type: 'correction', day, lines: note.lines }))]
        })
        const rows = sumOneStopShopRows(movements.flatMap(toOneStopShopRows))
        for (const { type, quarter, originalQuarter } of rows)
          expect([quarter, originalQuarter]).toEqual(type === 'supply' ? ['2026-Q3', null] : ['2026-Q4', '2026-Q3'])
        for (const currency of ['JPY', 'EUR', 'KWD']) {
          const own = rows.filter((row) => row.currency === currency)
          const sold = movements
            .filter((each) => each.currency === currency && each.type === 'supply')
            .flatMap(({ lines }) => lines)
            .filter(({ oneStopShop }) => oneStopShop)
          const supplies = own.filter(({ type }) => type === 'supply')
          expect(add(supplies.map(({ netAmount }) => netAmount))).toBe(add(sold.map(({ amount }) => amount)))
          expect(add(supplies.map(({ taxAmount }) => taxAmount))).toBe(add(sold.map(({ taxAmount }) => taxAmount)))
          expect(formatDecimal(Number(add(own.map(({ netAmount }) => netAmount))), currency)).toMatch(/^0([.]0+)?$/)
          expect(add(own.map(({ taxAmount }) => taxAmount))).toBe(0n)
        }
        const names = rows.map(({ netAmount: _net, taxAmount: _tax, ...group }) => JSON.stringify(group))
        expect(new Set(names).size).toBe(names.length)
      }),
      { numRuns: 200 },
    )
  })

  it('are by country, rate and quarter, with Northern Ireland by its own code', () => {
    const line = (fields: LineTax, amount: number, taxAmount: number) => ({ ...fields, amount, taxAmount })
    const lines = [
      line(tax(20, 'AT'), 1000, 200),
      line(tax(20, 'AT'), 500, 100),
      line(tax(20, 'GB'), 100, 20),
      line(tax(20, 'FR', { oneStopShop: false }), 700, 140),
    ]
    const supply: Movement = { type: 'supply', day: '2026-12-31', suppliedOn: '2026-12-31', currency: 'EUR', lines }
    expect(sumOneStopShopRows(toOneStopShopRows(supply))).toEqual([
      {
        ...{ quarter: '2026-Q4', dispatchCountry: 'DE', destinationCountry: 'AT', ratePercent: 20, type: 'supply' },
        ...{ originalQuarter: null, currency: 'EUR', netAmount: 1500, taxAmount: 300 },
      },
      {
        ...{ quarter: '2026-Q4', dispatchCountry: 'DE', destinationCountry: 'XI', ratePercent: 20, type: 'supply' },
        ...{ originalQuarter: null, currency: 'EUR', netAmount: 100, taxAmount: 20 },
      },
    ])
  })
})
