import { expect, it } from 'vitest'
import { formatPlainAmount } from '../../lib/document/printing/amounts.ts'
import { getMinorDigits, isCurrency, isCurrencyOfRecords } from '../../lib/platform/money/currencies.ts'
import { formatDecimal, parseMinorUnits, scaleFromMinorUnits } from '../../lib/platform/money/minor-units.ts'

/** Currencies whose decimals in ISO 4217 are not those that Unicode gives for texts. */
const UNUSUAL_IN_TEXTS = 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'.split(' ')

it('has the decimals of ISO 4217 in every currency', () => {
  for (const code of ['EUR', 'USD', 'CHF', ...UNUSUAL_IN_TEXTS]) expect([code, getMinorDigits(code)]).toEqual([code, 2])
  for (const code of ['JPY', 'KRW', 'ISK', 'XOF']) expect([code, getMinorDigits(code)]).toEqual([code, 0])
  for (const code of ['KWD', 'BHD', 'IQD']) expect([code, getMinorDigits(code)]).toEqual([code, 3])
  for (const code of ['CLF', 'UYW']) expect([code, getMinorDigits(code)]).toEqual([code, 4])
})

it('reads, writes and prints the same decimals', () => {
  expect(parseMinorUnits('129.90', 'HUF')).toBe(12_990)
  expect(formatDecimal(12_990, 'HUF')).toBe('129.90')
  expect(formatPlainAmount(12_990, 'HUF', 'en')).toBe('129.90')
  expect(parseMinorUnits('1.5', 'IQD')).toBe(1500)
  expect(formatPlainAmount(1500, 'IQD', 'en')).toBe('1.500')
  expect(scaleFromMinorUnits(12_990, 2, 'COP')).toBe(12_990)
})

it('accepts the active codes of ISO 4217 that have decimals, and no others', () => {
  for (const code of 'EUR CLF COU UYI UYW VED CHE CHW BOV MXV USN XCG XAF ZWG'.split(' '))
    expect([code, isCurrency(code)]).toEqual([code, true])
  for (const code of 'HRK ANG BGN CUC SLL ZWL XAU XDR XTS XXX XQQ eur DEM'.split(' '))
    expect([code, isCurrency(code)]).toEqual([code, false])
})

it('accepts withdrawn codes in records of the past, with the decimals that they had', () => {
  for (const code of 'EUR HRK ANG BGN CUC SLL ZWL'.split(' ')) {
    expect([code, isCurrencyOfRecords(code)]).toEqual([code, true])
    expect([code, getMinorDigits(code)]).toEqual([code, 2])
  }
  expect(isCurrencyOfRecords('XXX')).toBe(false)
})
