import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { it } from './words/it.ts'
import { ja } from './words/ja.ts'
import { nl } from './words/nl.ts'
import type { PageWords } from './words/page-words.ts'
import { pl } from './words/pl.ts'
import { pt } from './words/pt.ts'

const LANGUAGES: Readonly<Record<string, PageWords>> = { ar, de, en, es, fr, it, ja, nl, pl, pt }

export interface PageLanguage {
  /** For example `de-AT`; dates are written as this locale writes them. */
  tag: string
  dir: 'ltr' | 'rtl'
  words: PageWords
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

/** Chooses the first wish that the page can meet, else the tenant's language, else English. */
export const chooseLanguage = (acceptLanguage: string | undefined, tenantLocale: string): PageLanguage => {
  for (const wish of [...listWishes(acceptLanguage ?? ''), tenantLocale]) {
    const locale = parseLocale(wish)
    const words = locale && LANGUAGES[locale.language]
    if (words) {
      const tag = [locale.language, locale.region].filter(Boolean).join('-')
      return { tag, dir: locale.language === 'ar' ? 'rtl' : 'ltr', words }
    }
  }
  return { tag: 'en', dir: 'ltr', words: en }
}
