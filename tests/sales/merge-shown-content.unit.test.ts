import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Content } from '../../lib/catalog/content.ts'
import { findConflicts, mergeShownContent } from '../../lib/sales/listings/merge-shown-content.ts'

const ALL = { supportedCurrencies: [], supportedLocales: [] }
const EVERYTHING = ['']

const CONTENT: Content = {
  sku: 'A',
  name: 'Oak',
  description: 'A chair',
  brand: 'Nordlicht',
  attributes: { size: 'small' },
  prices: { EUR: 100 },
  localizations: { de_DE: { name: 'Eiche', description: null } },
}

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }).map((each) => each.normalize('NFC'))
const names = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'a/b', '~1', '~0~', '0'))
const some = fc.option(text, { nil: null })
const content: fc.Arbitrary<Content> = fc.record({
  sku: text,
  name: text,
  description: some,
  brand: some,
  attributes: fc.dictionary(names, text),
  prices: fc.dictionary(fc.constantFrom('EUR', 'USD', 'JPY'), fc.nat()),
  localizations: fc.dictionary(
    fc.constantFrom('de_DE', 'fr', 'en'),
    fc.record({ name: text, description: some }, { requiredKeys: ['name', 'description'] }),
  ),
})

/** Removes the members that the test's dictionary adds. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('the merged content of a variant', () => {
  it('is the shop’s content if the shop can show everything, whatever the names', () => {
    fc.assert(
      fc.property(content, content, (mine, theirs) => {
        const there = mergeShownContent(mine, { content: theirs, shows: EVERYTHING }, ALL)
        expect(plain(there)).toEqual(plain(theirs))
      }),
    )
  })

  it('is ours for fields that the shop cannot show, and empty for those that it leaves empty', () => {
    const theirs = { name: 'Ash', prices: { USD: 90 }, brand: 'Unheard of' }
    const there = mergeShownContent(CONTENT, { content: theirs, shows: ['/name', '/prices', '/attributes'] }, ALL)
    expect(there).toEqual({ ...CONTENT, name: 'Ash', prices: { USD: 90 }, attributes: {} })
  })

  it('is limited to the channel’s currencies and locales', () => {
    const theirs = {
      ...CONTENT,
      prices: { EUR: 1, USD: 2 },
      localizations: { 'de-de': { name: 'Eiche', description: null }, fr: { name: 'Chêne', description: null } },
    }
    const restrictions = { supportedCurrencies: ['EUR'], supportedLocales: ['de_DE'] }
    const there = mergeShownContent(CONTENT, { content: theirs, shows: EVERYTHING }, restrictions)
    expect(there.prices).toEqual({ EUR: 1 })
    expect(Object.keys(there.localizations)).toEqual(['de-de'])
  })
})

describe('conflicts with a shop', () => {
  it('do not arise from fields that the shop cannot show', () => {
    const mine = { ...CONTENT, brand: 'Ours', name: 'Mine' }
    const theirs = { content: { name: 'Theirs' }, shows: ['/name'] }
    expect(findConflicts(CONTENT, mine, theirs)).toEqual([
      { field: '/name', base: 'Oak', mine: 'Mine', theirs: 'Theirs' },
    ])
    expect(findConflicts(CONTENT, mine, { content: { name: 'Theirs' }, shows: ['/names'] })).toEqual([])
  })

  it('do not arise from a variant that was deleted there and is unchanged here', () => {
    expect(findConflicts(CONTENT, { ...CONTENT }, undefined)).toEqual([])
    expect(findConflicts(CONTENT, { ...CONTENT, name: 'Mine' }, undefined)).toMatchObject([{ field: '', theirs: null }])
  })
})
