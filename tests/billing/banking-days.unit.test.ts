import { describe, expect, it } from 'vitest'
import { findBankingDay } from '../../lib/billing/payment-runs/find-banking-day.ts'

/** Easter Sundays as churches publish them, with the earliest and the latest that there can be. */
const EASTERS = [
  ...['1961-04-02', '2000-04-23', '2008-03-23', '2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2028-04-16'],
  ...['2029-04-01', '2030-04-21', '2038-04-25', '2285-03-22', '1818-03-22', '1943-04-25', '2049-04-18', '2076-04-19'],
]

const shift = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

describe('the banking day', () => {
  it.each([
    ['2026-11-27', '2026-11-27'],
    ['2026-11-28', '2026-11-30'],
    ['2026-11-29', '2026-11-30'],
    ['2026-12-25', '2026-12-28'],
    ['2025-12-25', '2025-12-29'],
    ['2024-12-25', '2024-12-27'],
    ['2027-01-01', '2027-01-04'],
    ['2026-05-01', '2026-05-04'],
    // National holidays close no bank for euros.
    ['2025-10-03', '2025-10-03'],
    ['2026-01-06', '2026-01-06'],
  ])('of %s is %s', (day, expected) => expect(findBankingDay(day)).toBe(expected))

  it.each(EASTERS)('of the Good Friday before %s is the Tuesday after it', (easter) => {
    expect(findBankingDay(shift(easter, -3))).toBe(shift(easter, -3))
    expect(findBankingDay(shift(easter, -2))).toBe(shift(easter, 2))
    expect(findBankingDay(shift(easter, 1))).toBe(shift(easter, 2))
  })
})
