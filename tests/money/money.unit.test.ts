import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AmountTooLarge, multiplyPrice, sumAmounts } from '../../lib/platform/money/amounts.ts'
import { divideRounded, toDecimal } from '../../lib/platform/money/decimal.ts'
import { computeTaxes } from '../../lib/platform/money/taxes.ts'

describe('rounding', () => {
  it('rounds to the nearest integer, half away from zero, for both signs', () => {
    const cases: [bigint, bigint, bigint][] = [
      [5n, 2n, 3n],
      [-5n, 2n, -3n],
      [5n, -2n, -3n],
      [7n, 3n, 2n],
      [-7n, 3n, -2n],
      [0n, 3n, 0n],
      [1n, 3n, 0n],
    ]
    for (const [numerator, denominator, expected] of cases) expect(divideRounded(numerator, denominator)).toBe(expected)
  })

  it('never deviates from the exact value by more than a half', () => {
    fc.assert(
      fc.property(
        fc.bigInt(),
        fc.bigInt().filter((d) => d !== 0n),
        (numerator, denominator) => {
          const off = divideRounded(numerator, denominator) * denominator - numerator
          expect(2n * (off < 0n ? -off : off) <= (denominator < 0n ? -denominator : denominator)).toBe(true)
        },
      ),
    )
  })
})

describe('a decimal', () => {
  it('equals the notation of the number', () => {
    expect(toDecimal(1.005)).toEqual({ digits: 1005n, scale: 3 })
    expect(toDecimal(-0.1)).toEqual({ digits: -1n, scale: 1 })
    expect(toDecimal(1e21)).toEqual({ digits: 10n ** 21n, scale: 0 })
    expect(toDecimal(2.5e-7)).toEqual({ digits: 25n, scale: 8 })
    expect(() => toDecimal(Number.NaN)).toThrow(RangeError)
  })
})

describe('a price', () => {
  it('is exact where floating point is not', () => {
    expect(multiplyPrice(1.005, 100)).toBe(101)
    expect(multiplyPrice(0.1, 5)).toBe(1)
    expect(multiplyPrice(0.1, -5)).toBe(-1)
    expect(multiplyPrice(3, 0.1 * 0)).toBe(0)
    expect(multiplyPrice(999_999_999.999999, 9_007_199)).toBe(9_007_198_999_999_991)
  })

  it('throws if it exceeds the safe integers', () => {
    expect(() => multiplyPrice(2, Number.MAX_SAFE_INTEGER)).toThrow(AmountTooLarge)
    expect(() => sumAmounts([Number.MAX_SAFE_INTEGER, 1])).toThrow(AmountTooLarge)
    expect(sumAmounts([Number.MAX_SAFE_INTEGER, 1, -1])).toBe(Number.MAX_SAFE_INTEGER)
  })
})

const anyLine = fc.record({
  amount: fc.integer({ min: -1_000_000, max: 100_000_000 }),
  taxRatePercent: fc.constantFrom(0, 5, 7, 7.7, 8.875, 19, 20, 25, 33.333),
})

describe('taxes', () => {
  it('are rounded once for each rate, and the lines add up to them', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 60 }), (lines) => {
        const { taxAmounts, taxes } = computeTaxes(lines, { included: false })
        expect(taxes.map(({ ratePercent }) => ratePercent)).toEqual(
          [...new Set(lines.map(({ taxRatePercent }) => taxRatePercent))].sort((a, b) => b - a),
        )
        for (const { ratePercent, base, tax } of taxes) {
          const own = [...lines.keys()].filter((i) => lines[i]?.taxRatePercent === ratePercent)
          expect(base).toBe(own.reduce((sum, i) => sum + (lines[i]?.amount ?? 0), 0))
          expect(tax).toBe(own.reduce((sum, i) => sum + (taxAmounts[i] as number), 0))
          expect(Math.abs(tax - (base * ratePercent) / 100)).toBeLessThanOrEqual(0.5 + 1e-6)
        }
      }),
    )
  })

  it('differ by less than one minor unit from the exact share of each line', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 60 }), (lines) => {
        const { taxAmounts } = computeTaxes(lines, { included: false })
        for (const [i, { amount, taxRatePercent }] of lines.entries())
          expect(Math.abs((taxAmounts[i] as number) - (amount * taxRatePercent) / 100)).toBeLessThan(1 + 1e-6)
      }),
    )
  })

  it('are rounded by document: three lines of 0.10 at 19 % give 0.06, not 0.03 or 0.09', () => {
    const line = { amount: 10, taxRatePercent: 19 }
    expect(computeTaxes([line, line, line], { included: false })).toEqual({
      taxAmounts: [2, 2, 2],
      taxes: [{ ratePercent: 19, country: null, base: 30, tax: 6 }],
    })
  })
})
