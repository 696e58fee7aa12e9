import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readVatId } from '../../lib/billing/taxes/read-vat-id.ts'
import { EU_MEMBERS, VAT_ID_PATTERN } from '../../schemas/vat-id.ts'

const FORMAT = new RegExp(VAT_ID_PATTERN)

describe('a VAT id', () => {
  it.each(
    `ATU12345678 BE0123456789 BG123456789 CY12345678X CZ12345678 DE123456789 DK12345678 EE123456789 EL123456789
     ESX1234567X FI12345678 FR40303265045 FRAB303265045 HR12345678901 HU12345678 IE1234567WA IE1A23456W IT12345678901
     LT123456789 LT123456789012 LU12345678 LV12345678901 MT12345678 NL123456789B01 PL5213456789 PT123456789 RO12
     SE123456789012 SI12345678 SK1234567890 XI123456789 XIGD123 GB123456789 CHE123456789MWST NO123456789MVA`.split(
      /\s+/,
    ),
  )('may be %s', (id) => {
    expect(id).toMatch(FORMAT)
  })

  it.each([
    'GR123456789',
    'DE12345678',
    'DE1234567890',
    'de123456789',
    'DE 123456789',
    'AT12345678',
    'FR4030326504',
    'FROI303265045',
    'NL123456789',
    'XI12',
    '123456789',
    'D123456789',
    '22/815/08154',
    '',
  ])('may not be %j', (id) => {
    expect(id).not.toMatch(FORMAT)
  })

  it('is of no member of the European Union unless it has the format of that member', () => {
    expect(EU_MEMBERS).toHaveLength(27)
    const anyId = fc
      .tuple(fc.constantFrom(...EU_MEMBERS), fc.stringMatching(/^[A-Z0-9]{1,3}$/))
      .map(([country, rest]) => `${country}${rest}`)
    fc.assert(
      fc.property(anyId, (id) => {
        expect(FORMAT.test(id)).toBe(/^RO\d{2,3}$/.test(id))
      }),
    )
  })

  it('is read from the tax id if that has its form', () => {
    expect(readVatId({ vatId: 'DE123456789', taxId: 'FR40303265045' })).toBe('DE123456789')
    expect(readVatId({ vatId: null, taxId: 'DE123456789' })).toBe('DE123456789')
    expect(readVatId({ vatId: null, taxId: '22/815/08154' })).toBeNull()
    expect(readVatId({ vatId: null, taxId: null })).toBeNull()
  })
})
