import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeCredit } from '../../lib/billing/credit-notes/compute-credit.ts'
import { priceLines } from '../../lib/billing/invoices/invoice.ts'
import { resolveTax } from '../../lib/billing/tax.ts'
import { TAX_KIND_NAMES, TAX_KINDS, TAXED_KINDS, type TaxKind } from '../../schemas/billing/tax.ts'

const RATES = { standard: 19, reduced: 7, alpine: 7.7, special: 33.3333 }
const CATEGORIES: Record<string, { kind: TaxKind; reason?: string }> = {
  special: { kind: 'reduced' },
  medical: { kind: 'exempt', reason: '§ 4 Nr. 14 UStG' },
}
const TAXES = { rates: RATES, categories: CATEGORIES, defaultCategory: 'standard' }
const NAMES = [...Object.keys(RATES), ...Object.keys(CATEGORIES), ...TAX_KIND_NAMES, 'unknown', '__proto__']

const line = (fields: object = {}) => ({ description: 'line', quantity: 1, unitPrice: 1000, ...fields })
const priced = (...given: Parameters<typeof priceLines>[0]) => {
  let ids = 0
  return priceLines(given, { taxRates: TAXES, pricesIncludeTax: false, newId: () => String(++ids) })
}

describe('the kind of a tax category', () => {
  it.each([
    ['standard', 'standard', 19, null],
    ['reduced', 'reduced', 7, null],
    ['alpine', 'standard', 7.7, null],
    ['special', 'reduced', 33.3333, null],
    ['medical', 'exempt', 0, null],
    ['exempt', 'exempt', 0, null],
    ['zero', 'zero', 0, null],
    ['unknown', 'zero', 0, null],
    ['constructor', 'zero', 0, null],
    ['reverse_charge', 'reverse_charge', 0, 'VATEX-EU-AE'],
    ['intra_community', 'intra_community', 0, 'VATEX-EU-IC'],
    ['export', 'export', 0, 'VATEX-EU-G'],
    ['outside_scope', 'outside_scope', 0, 'VATEX-EU-O'],
  ] as const)('%s is %s at %d percent, with the code %s', (category, taxKind, taxRatePercent, taxReasonCode) => {
    expect(resolveTax(TAXES, category)).toMatchObject({
      taxCategoryId: category,
      taxKind,
      taxRatePercent,
      taxReasonCode,
      taxReason: category === 'medical' ? '§ 4 Nr. 14 UStG' : null,
    })
  })

  it('is zero for the default category of a tenant without rates', () => {
    expect(resolveTax({ rates: {}, defaultCategory: 'standard' }, null)).toMatchObject({
      taxCategoryId: 'standard',
      taxKind: 'zero',
    })
  })

  it('has a rate above 0 only if it is standard or reduced, whatever a category is called', () => {
    const anyRates = fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(0, 7, 19))
    fc.assert(
      fc.property(anyRates, fc.constantFrom(...NAMES), (rates, category) => {
        const { taxKind, taxRatePercent } = resolveTax({ rates, defaultCategory: 'standard' }, category)
        expect(TAXED_KINDS.includes(taxKind)).toBe(taxRatePercent > 0)
      }),
    )
  })
})

const roundHalfAway = (value: bigint, divisor: bigint) => {
  const half = divisor / 2n
  return value < 0n ? -((-value + half) / divisor) : (value + half) / divisor
}

describe('the taxes of an invoice', () => {
  const anyLines = fc.array(
    fc.record({
      description: fc.constant('line'),
      quantity: fc.oneof(
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 9_999_999 }).map((n) => n / 1000),
      ),
      unitPrice: fc.integer({ min: -10_000, max: 1_000_000 }),
      taxCategoryId: fc.constantFrom(...NAMES),
    }),
    { minLength: 1, maxLength: 40 },
  )

  it('are the rounded product of base and rate, for each category code and rate (BR-CO-17)', () => {
    fc.assert(
      fc.property(anyLines, (given) => {
        const { lines, taxTotal } = priced(...given)
        const groups = Map.groupBy(lines, ({ taxKind, taxRatePercent }) => `${TAX_KINDS[taxKind]} ${taxRatePercent}`)
        let total = 0
        for (const own of groups.values()) {
          const base = own.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
          const tax = own.reduce((sum, { taxAmount }) => sum + taxAmount, 0)
          const rate = BigInt(Math.round((own[0]?.taxRatePercent ?? 0) * 10_000))
          expect(tax).toBe(Number(roundHalfAway(base * rate, 1_000_000n)))
          total += tax
        }
        expect(total).toBe(taxTotal)
      }),
      { numRuns: 300 },
    )
  })

  it('are 0.19 for three lines of 0.333 at 19 percent', () => {
    const { subtotal, taxTotal } = priced(...[1, 2, 3].map(() => line({ quantity: 0.333, unitPrice: 100 })))
    expect([subtotal, taxTotal]).toEqual([99, 19])
  })

  it('stay as they are for lines that are priced already', () => {
    const { lines } = priced(line({ taxCategoryId: 'medical' }), line())
    const again = priceLines([...lines, line()], {
      taxRates: { rates: { standard: 20 }, defaultCategory: 'standard' },
      pricesIncludeTax: false,
      newId: () => 'x',
    })
    expect(again.lines.map(({ taxKind, taxRatePercent }) => [taxKind, taxRatePercent])).toEqual([
      ['exempt', 0],
      ['standard', 19],
      ['standard', 20],
    ])
    expect(again.lines[0]?.taxReason).toBe('§ 4 Nr. 14 UStG')
  })
})

describe('credit lines', () => {
  const credit = (lines: ReturnType<typeof priced>, given: Parameters<typeof computeCredit>[1]) =>
    computeCredit(
      {
        invoice: { grandTotal: lines.grandTotal, credited: 0, pricesIncludeTax: false },
        lines: lines.lines,
        credited: {},
      },
      given,
    )

  it('have the tax of the invoice line, whether named, unnamed or the rest', () => {
    const invoice = priced(line({ taxCategoryId: 'medical' }))
    const tax = resolveTax(TAXES, 'medical')
    for (const given of [
      null,
      [{ quantity: 1, originalLineItemId: '1' }],
      [{ quantity: 1, unitPrice: 5, description: 'Goodwill' }],
    ])
      expect(credit(invoice, given).lines).toMatchObject([tax])
  })

  it('without an invoice line have each tax of the invoice, also if the same rate has different reasons', () => {
    const invoice = priced(line({ taxCategoryId: 'medical' }), line({ taxCategoryId: 'export' }))
    expect(credit(invoice, [{ quantity: 1, unitPrice: 5, description: 'Goodwill' }]).lines).toMatchObject([
      { ...resolveTax(TAXES, 'medical'), amount: 3 },
      { ...resolveTax(TAXES, 'export'), amount: 2 },
    ])
  })
})
