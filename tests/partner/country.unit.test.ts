import { describe, expect, it } from 'vitest'
import { buildAddress } from '../../lib/connectors/reading.ts'
import { EMPTY_ADDRESS } from '../../lib/platform/addresses/empty-address.ts'
import { isCountry } from '../../schemas/country.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const ALL = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))

/** Regions that CLDR names beside the countries of ISO 3166-1. */
const OTHER_REGIONS = ['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']

describe('the code of a country', () => {
  it('is one that CLDR names, unless it names another region', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    // A withdrawn code has the name of its successor, and is replaced when it is made canonical.
    const isCurrent = (code: string) => new Intl.Locale(`und-${code}`).region === code
    const named = ALL.filter((code) => names.of(code) !== undefined && isCurrent(code))
    expect(ALL.filter(isCountry)).toEqual(named.filter((code) => !OTHER_REGIONS.includes(code)))
  })

  it.each(['XX', 'EU', 'UK', 'SU', 'AN', 'EL', 'XI', 'ZZ', 'de', 'D', 'DEU', ''])('is not %j', (code) => {
    expect(isCountry(code)).toBe(false)
  })

  it('may be that of Kosovo, which ISO 3166-1 leaves to users', () => {
    expect(isCountry('XK')).toBe(true)
  })
})

describe('the country of an address in a shop', () => {
  const read = (countryCode: unknown) => buildAddress({ ...EMPTY_ADDRESS, name: 'Ada', countryCode })

  it.each([
    ['UK', 'GB'],
    ['EL', 'GR'],
    ['gb', 'GB'],
    ['XK', 'XK'],
    ['XX', null],
    ['SU', null],
    ['EU', null],
    [7, null],
  ])('%j is read as %j, and the address is kept', (given, countryCode) => {
    expect(read(given)).toMatchObject({ name: 'Ada', countryCode })
  })
})
