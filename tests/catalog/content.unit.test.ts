import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Content, hashBaseline, hashContent, resolveContent } from '../../lib/catalog/content.ts'

const product = { description: 'Made of oak', brand: 'Nordlicht', attributes: { material: 'Oak', colour: 'brown' } }
const variant = {
  sku: 'CHAIR-1',
  name: 'Oak chair',
  attributes: { colour: 'white' },
  prices: [
    { currency: 'EUR', amount: 11_900 },
    { currency: 'JPY', amount: 19_000 },
  ],
  localizations: {
    de_DE: { name: 'Eichenstuhl', description: null },
    fr_FR: { name: 'Chaise', description: null },
  },
}
const anything = { supportedCurrencies: [], supportedLocales: [] }

const contents = fc.record<Content>({
  sku: fc.string(),
  name: fc.string(),
  description: fc.option(fc.string()),
  brand: fc.option(fc.string()),
  attributes: fc.dictionary(fc.string(), fc.string()),
  prices: fc.dictionary(fc.constantFrom('EUR', 'JPY', 'KWD', 'USD'), fc.nat()),
  localizations: fc.dictionary(
    fc.constantFrom('de_DE', 'fr_FR', 'pl_PL'),
    fc.record({ name: fc.option(fc.string()), description: fc.option(fc.string()) }),
  ),
})

const shuffled = (value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, member]) => [name, shuffled(member)]),
      )
    : value

const inForm = (value: unknown, form: 'NFC' | 'NFD'): unknown => {
  if (typeof value === 'string') return value.normalize(form)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.normalize(form), inForm(member, form)]))
}

describe('the content that a channel shows', () => {
  it('combines the product with its variant, which takes precedence', () => {
    expect(resolveContent(product, variant, anything)).toEqual({
      sku: 'CHAIR-1',
      name: 'Oak chair',
      description: 'Made of oak',
      brand: 'Nordlicht',
      attributes: { material: 'Oak', colour: 'white' },
      prices: { EUR: 11_900, JPY: 19_000 },
      localizations: variant.localizations,
    })
  })

  it('has only the currencies and locales that the channel supports, however they are spelled', () => {
    const { prices, localizations } = resolveContent(product, variant, {
      supportedCurrencies: ['JPY', 'USD'],
      supportedLocales: ['de-de'],
    })
    expect(prices).toEqual({ JPY: 19_000 })
    expect(Object.keys(localizations)).toEqual(['de_DE'])
  })

  it('prefers the overrides of the channel, but only those that it supports', () => {
    const shown = resolveContent(
      product,
      variant,
      { supportedCurrencies: ['EUR'], supportedLocales: [] },
      { name: 'Chair', prices: { EUR: 9900, USD: 9900 } },
    )
    expect(shown).toMatchObject({ name: 'Chair', description: 'Made of oak', prices: { EUR: 9900 } })
    expect(shown.prices).not.toHaveProperty('USD')
  })
})

describe('the hash of content', () => {
  it('is the same for any order of members and any Unicode form of text', () => {
    fc.assert(
      fc.property(contents, (content) => {
        const hash = hashContent(content)
        expect(hashContent(shuffled(content) as Content)).toBe(hash)
        expect(hashContent(inForm(content, 'NFD') as Content)).toBe(hashContent(inForm(content, 'NFC') as Content))
      }),
    )
  })

  it('is the same for null and absent members', () => {
    const content = resolveContent(product, variant, anything)
    const sparse = { ...content, localizations: { ...content.localizations, pl_PL: { name: null, description: null } } }
    expect(hashContent(sparse)).toBe(hashContent(content))
  })

  it('differs if a value changes or moves to another member', () => {
    fc.assert(
      fc.property(contents, fc.string({ minLength: 1 }), (content, text) => {
        const hash = hashContent(content)
        expect(hashContent({ ...content, sku: `${content.sku}${text}` })).not.toBe(hash)
        fc.pre(content.brand !== content.description)
        expect(hashContent({ ...content, brand: content.description, description: content.brand })).not.toBe(hash)
      }),
    )
  })

  it('is computed anew for a baseline with an older hash version, so that nothing drifts by itself', () => {
    const content = resolveContent(product, variant, anything)
    expect(hashBaseline({ content, hash: '0.abc' })).toBe(hashContent(content))
    expect(hashBaseline({ content, hash: '1.abc' })).toBe('1.abc')
  })
})
