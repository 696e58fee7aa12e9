import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitSearchWords } from '../../lib/platform/store/entities/entity.ts'
import { isFoundBy } from '../../lib/platform/store/lists/list.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom('a', 'É', 'ß', 'Σ', 'ς', 'İ', 'ﬁ', '𠀀', 'ｱ', '1', ' ', '-', '.', '́'),
    maxLength: 120,
  }),
)

test('search words contain only letters and digits, and at most 40 of them', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const word of splitSearchWords(text)) {
        expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
        expect([...word].length).toBeLessThanOrEqual(40)
      }
    }),
    { numRuns: 1000 },
  )
})

test('a word is found by its prefix, in any case and normalization form', () => {
  fc.assert(
    fc.property(anyText, fc.nat(), fc.nat(), (text, which, length) => {
      const words = text
        .normalize('NFKC')
        .split(/[^\p{L}\p{N}\p{M}]+/u)
        .filter(Boolean)
      const word = words[which % words.length]
      if (!word) return
      const start = [...word].slice(0, 1 + (length % 30)).join('')
      const cased = /^[\p{Script=Latin}\p{N}Σς]+$/u.test(start) ? [start.toUpperCase(), start.toLowerCase()] : []
      for (const spelt of [start, start.normalize('NFD'), ...cased])
        expect(isFoundBy(text, spelt), `${text} by ${spelt}`).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test.for([
  ['Lager Köln-Süd', 'KOLN', true],
  ['GROẞE STRAẞE', 'große strasse', true],
  ['Lager Köln-Süd', 'köln süd', true],
  ['Lager Köln-Süd', 'öln', false],
  ['Lager Köln-Süd', 'lager west', false],
  ['ΟΔΟΣ', 'οδος', true],
  ['ΟΔΟΣΗΜΟ', 'ΟΔΟΣ', true],
  ['Straße', 'STRASSE', true],
  ['Straße', 'straß', true],
])('a search of %s for %s finds it: %s', ([text, search, found]) => {
  expect(isFoundBy(text as string, search as string)).toBe(found)
})
