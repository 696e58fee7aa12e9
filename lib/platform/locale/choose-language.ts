import { getDirection } from './get-direction.ts'

/** A language of a page, with the words of the page in it. */
export interface Language<W> {
  /** For example `de-AT`; dates are written as this locale writes them. */
  tag: string
  dir: 'ltr' | 'rtl'
  words: W
}

const MAX_WISHES = 20

/** Lists the locales that a browser wishes for, the most wanted first. */
const listWishes = (header: string): string[] =>
  header
    .split(',', MAX_WISHES)
    .map((wish, i) => {
      const [tag = '', ...parameters] = wish.split(';').map((part) => part.trim())
      const quality = parameters.find((each) => each.startsWith('q='))
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)), i }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.i - b.i)
    .map(({ tag }) => tag)

const parseLocale = (tag: string): Intl.Locale | undefined => {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-'))
  } catch {
    return undefined
  }
}

/** Spells a locale as it is stored, such as `de_AT`; null if it is not valid. */
export const spellLocale = (text: string): string | null => {
  const locale = parseLocale(text)
  return locale ? [locale.language, locale.script, locale.region].filter(Boolean).join('_') : null
}

/** Returns the locale that a browser wishes for most, as it is stored; null if it wishes for none. */
export const chooseWishedLocale = (acceptLanguage: string | undefined): string | null =>
  listWishes(acceptLanguage ?? '')
    .map(spellLocale)
    .find((each) => each !== null) ?? null

/** Chooses the first wish that a page can meet, else the language of `otherwise`, else English. */
export const chooseLanguage = <W>(
  languages: Readonly<Record<string, W>> & { readonly en: W },
  acceptLanguage: string | undefined,
  otherwise = 'en',
): Language<W> => {
  for (const wish of [...listWishes(acceptLanguage ?? ''), otherwise]) {
    const locale = parseLocale(wish)
    const words = locale && languages[locale.language]
    if (words) {
      const tag = [locale.language, locale.region].filter(Boolean).join('-')
      return { tag, dir: getDirection(locale.language), words }
    }
  }
  return { tag: 'en', dir: 'ltr', words: languages.en }
}
