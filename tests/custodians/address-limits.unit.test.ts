import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AddressLimits, fitAddress, NO_LIMITS } from '../../lib/custodians/address-limits.ts'
import { getCustodianConnector } from '../../lib/custodians/registry.ts'
import { CUSTODIAN_TYPES, type CustodianType } from '../../schemas/warehousing/custodian.ts'

const table = readFileSync(new URL('../../docs/address-limits.md', import.meta.url), 'utf8')

const listWords = (cell: string) => cell.split(', ').filter(Boolean)

const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, system = '', longest = '', required = '', requiredAbroad = '']) => {
    const [type = '', carrier = null] = system.replaceAll('`', '').split(' ')
    const limits = {
      longest: Object.fromEntries(listWords(longest).map((each) => [each.split(' ')[0], Number(each.split(' ')[1])])),
      required: listWords(required),
      requiredAbroad: listWords(requiredAbroad),
    }
    return { type: type as CustodianType, carrier, limits }
  })

const readLimits = (type: CustodianType, carrier: string | null): AddressLimits => {
  const { orders, labels } = getCustodianConnector(type)
  return (labels?.getLimits ? labels.getLimits(carrier) : orders?.limits) ?? NO_LIMITS
}

describe('the table of what systems take of an address', () => {
  it('names every system', () => {
    expect([...new Set(rows.map(({ type }) => type))].sort()).toEqual([...CUSTODIAN_TYPES].sort())
  })

  it.each(rows)('says of $type $carrier what its connector says', ({ type, carrier, limits }) => {
    expect(readLimits(type, carrier)).toEqual(limits)
  })
})

describe('an address that is made to fit', () => {
  const text = fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), { nil: null })
  const address = fc.record({
    ...{ name: text, company: text, line1: text, line2: text, city: text, postalCode: text, region: text },
    ...{ countryCode: fc.constant<string | null>('DE'), phone: text, email: text },
  })

  it('is never longer than the limits, and tells of everything that it lost', () => {
    const longest = { name: 35, company: 20, line1: 35, line2: 35, city: 30, phone: 15, email: 40 }
    fc.assert(
      fc.property(address, (given) => {
        const { address: fitted, warnings } = fitAddress(given, null, { ...NO_LIMITS, longest }, false)
        for (const [member, most] of Object.entries(longest)) {
          const value = fitted[member as keyof typeof longest]
          expect([...(value ?? '')].length).toBeLessThanOrEqual(most)
        }
        const show = ({ name, company, line1, line2, city, email }: typeof given) =>
          [name, company, line1, line2, city, email].join('').replaceAll(/[\s,]/g, '')
        if (!warnings.length) expect(show(fitted)).toBe(show(given))
      }),
    )
  })

  it('stays as it is if it fits', () => {
    fc.assert(
      fc.property(address, (given) => {
        expect(fitAddress(given, null, NO_LIMITS, true)).toEqual({
          address: given,
          note: null,
          warnings: [],
          refusals: [],
        })
      }),
    )
  })
})
