import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KNOWN_CARRIERS } from '../../lib/shipping/carriers/known-carriers.ts'
import { buildTrackingUrl, recognizeCarrier } from '../../lib/shipping/carriers/recognize-carrier.ts'

const recognize = (name: string) => recognizeCarrier(name, KNOWN_CARRIERS)?.code

describe('a name of a carrier', () => {
  it.each([
    ['DHL', 'dhl'],
    ['dhl paket 2 kg', 'dhl'],
    ['DHL Express Worldwide', 'dhl-express'],
    ['ROYAL_MAIL', 'royal-mail'],
    ['United  Parcel Service', 'ups'],
    ['UPS® Ground', 'ups'],
    ['Österreichische Post AG', 'austrian-post'],
    ['Hermes', 'hermes'],
    ['Hermes UK', 'evri'],
    ['Post NL', 'postnl'],
    ['La Poste Suisse', 'swiss-post'],
    ['La Poste', 'la-poste'],
  ])('%s means %s', (name, code) => {
    expect(recognize(name)).toBe(code)
  })

  it('that no carrier has, or that only begins like one, means none', () => {
    for (const name of ['', '-', 'Dhlx', 'Supersonic', 'My DHL']) expect(recognize(name)).toBeUndefined()
  })
})

describe('a known carrier', () => {
  it.each(KNOWN_CARRIERS.map((carrier) => [carrier.name, carrier] as const))(
    '%s is found by its code, its name and its aliases, and links to https',
    (_, { code, name, aliases, trackingUrlTemplate }) => {
      for (const each of [code, name, ...aliases]) expect(recognize(each), each).toBe(code)
      if (trackingUrlTemplate) expect(trackingUrlTemplate).toMatch(/^https:\/\/[^{}]+\{number\}$/)
    },
  )
})

describe('a tracking link', () => {
  it('contains the number as one part of the address, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '' && text.isWellFormed()),
        (number) => {
          const url = new URL(buildTrackingUrl('https://a.example/track?code={number}', number) as string)
          expect([url.host, url.searchParams.get('code')]).toEqual(['a.example', number.trim()])
        },
      ),
    )
  })

  it('is missing without a number or a template', () => {
    expect([buildTrackingUrl(null, '1'), buildTrackingUrl('https://a.example/{number}', null)]).toEqual([null, null])
  })
})
