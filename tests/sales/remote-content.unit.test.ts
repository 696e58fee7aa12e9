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

/** Without what a dictionary of the test has of its own. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('what a store shows of a variant', () => {
  it('is all that it says where it can show everything, whatever the names', () => {
    fc.assert(
      fc.property(content, content, (mine, theirs) => {
        const there = mergeShownContent(mine, { content: theirs, shows: EVERYTHING }, ALL)
        expect(plain(there)).toEqual(plain(theirs))
      }),
    )
  })

  it('is ours where it has no way to show it, and nothing where it shows nothing', () => {
    const theirs = { name: 'Ash', prices: { USD: 90 }, brand: 'Unheard of' }
    const there = mergeShownContent(CONTENT, { content: theirs, shows: ['/name', '/prices', '/attributes'] }, ALL)
    expect(there).toEqual({ ...CONTENT, name: 'Ash', prices: { USD: 90 }, attributes: {} })
  })

  it('is cut to what the channel takes', () => {
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

describe('conflicts with a store', () => {
  it('are none over what it has no way to show', () => {
    const mine = { ...CONTENT, brand: 'Ours', name: 'Mine' }
    const theirs = { content: { name: 'Theirs' }, shows: ['/name'] }
    expect(findConflicts(CONTENT, mine, theirs)).toEqual([
      { field: '/name', base: 'Oak', mine: 'Mine', theirs: 'Theirs' },
    ])
    expect(findConflicts(CONTENT, mine, { content: { name: 'Theirs' }, shows: ['/names'] })).toEqual([])
  })

  it('are none over what is gone there and unchanged here', () => {
    expect(findConflicts(CONTENT, { ...CONTENT }, undefined)).toEqual([])
    expect(findConflicts(CONTENT, { ...CONTENT, name: 'Mine' }, undefined)).toMatchObject([{ field: '', theirs: null }])
  })
})
