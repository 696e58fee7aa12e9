import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalizeLocale, listFallbackLocales } from '../../../lib/notification/templates/locale.ts'

const letters = (size: number) =>
  fc.array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'), {
    minLength: size,
    maxLength: size,
  })
const word = (...sizes: number[]) => fc.oneof(...sizes.map(letters)).map((each) => each.join(''))
const sign = fc.constantFrom('-', '_')
const locale = fc
  .record({ language: word(2, 3), script: fc.option(word(4)), region: fc.option(word(2)), one: sign, other: sign })
  .map(({ language, script, region, one, other }) =>
    [language, script && one + script, region && other + region].filter(Boolean).join(''),
  )

describe('a locale', () => {
  test('has one canonical spelling', () => {
    for (const spelling of ['de_AT', 'de-at', 'DE-AT', ' De_aT'])
      expect(canonicalizeLocale(spelling), spelling).toBe('de_AT')
    expect(canonicalizeLocale('ZH-hant-tw')).toBe('zh_Hant_TW')
    expect(canonicalizeLocale('es-419')).toBe('es_419')
    fc.assert(
      fc.property(locale, (spelling) => {
        const canonical = canonicalizeLocale(spelling) as string
        expect(canonicalizeLocale(spelling.toUpperCase().replaceAll('_', '-'))).toBe(canonical)
        expect(canonicalizeLocale(canonical)).toBe(canonical)
      }),
    )
  })

  test.each(['', 'd', 'german', 'de_', '_DE', 'de__DE', 'de_DE_x', 'de DE', '../en'])('is not %j', (text) => {
    expect(canonicalizeLocale(text)).toBeUndefined()
  })
})

describe('fallback locales', () => {
  test('are the locale, its language and English', () => {
    expect(listFallbackLocales('de_AT')).toEqual(['de_AT', 'de', 'en'])
    expect(listFallbackLocales('zh-hant-tw')).toEqual(['zh_Hant_TW', 'zh_Hant', 'zh', 'en'])
    expect(listFallbackLocales('en-gb')).toEqual(['en_GB', 'en'])
    expect(listFallbackLocales('en')).toEqual(['en'])
    expect(listFallbackLocales('klingon')).toEqual(['en'])
  })

  test('go from specific to general, each once, and end with English', () => {
    fc.assert(
      fc.property(locale, (wanted) => {
        const all = listFallbackLocales(wanted)
        expect(all[0]).toBe(canonicalizeLocale(wanted))
        expect(all.at(-1)).toBe('en')
        expect(new Set(all).size).toBe(all.length)
        for (const [place, each] of all.slice(1, -1).entries())
          expect(`${all[place]}`.startsWith(`${each}_`)).toBe(true)
        expect(all.every((each) => each === 'en' || (canonicalizeLocale(wanted) as string).startsWith(each))).toBe(true)
      }),
    )
  })
})
