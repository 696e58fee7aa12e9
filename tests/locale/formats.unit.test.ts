import { expect, test } from 'vitest'
import { formatDate, formatDateTime, formatMoney } from '../../lib/platform/locale/formats.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  [119_000, 'EUR', 'en', '€1,190.00'],
  [119_000, 'EUR', 'de_DE', '1.190,00 €'],
  [119_000, 'EUR', 'de_AT', '€ 1.190,00'],
  [-5, 'USD', 'en_US', '-$0.05'],
  [1500, 'JPY', 'en', '¥1,500'],
  [1500, 'KWD', 'en', 'KWD 1.500'],
  [1_234_500, 'HUF', 'hu', '12 345,00 Ft'],
  [1500, 'IQD', 'en', 'IQD 1.500'],
  [12_345, 'CLF', 'en', 'CLF 1.2345'],
  [1500, 'UYI', 'en', 'UYI 1,500'],
  [1500, 'HRK', 'en', 'HRK 15.00'],
  [Number.MAX_SAFE_INTEGER, 'EUR', 'en', '€90,071,992,547,409.91'],
])('%i minor units of %s in %s are %s', (amount, currency, locale, text) => {
  expect(plain(formatMoney(amount, currency, locale))).toBe(text)
})

test('formats a date as the same day everywhere, and a timestamp in the zone', () => {
  const honolulu = { locale: 'en', zone: 'Pacific/Honolulu' }
  expect(formatDate('2026-03-31', honolulu)).toBe('March 31, 2026')
  expect(formatDate('2026-03-31', { locale: 'de', zone: 'UTC' })).toBe('31. März 2026')
  expect(formatDate('2026-03-31T02:00:00.000Z', honolulu)).toBe('March 30, 2026')
  expect(plain(formatDateTime('2026-03-31T02:00:00.000Z', honolulu))).toMatch(/^March 30, 2026 at 4:00 PM HST$/)
  expect(plain(formatDateTime('2026-03-31T02:00:00.000Z', { locale: 'de', zone: 'Europe/Berlin' }, 'short'))).toBe(
    '31.3.2026, 04:00 MESZ',
  )
})
