import type { Language } from '../words/words.ts'

/** The languages of the built-in texts. Each is large, and loaded once a message is written in it. */
const LOADERS = {
  ar: async () => (await import('../words/ar/ar.ts')).ar,
  de: async () => (await import('../words/de/de.ts')).de,
  en: async () => (await import('../words/en/en.ts')).en,
  es: async () => (await import('../words/es/es.ts')).es,
  fr: async () => (await import('../words/fr/fr.ts')).fr,
  it: async () => (await import('../words/it/it.ts')).it,
  ja: async () => (await import('../words/ja/ja.ts')).ja,
  nl: async () => (await import('../words/nl/nl.ts')).nl,
  pl: async () => (await import('../words/pl/pl.ts')).pl,
  pt: async () => (await import('../words/pt/pt.ts')).pt,
} satisfies Readonly<Record<string, () => Promise<Language>>>

export type LanguageCode = keyof typeof LOADERS

export const LANGUAGE_CODES = Object.keys(LOADERS) as LanguageCode[]

/** Chooses the first of these locales that is a language of built-in texts, else English. */
export const chooseLanguageCode = (locales: readonly string[]): LanguageCode =>
  LANGUAGE_CODES.find((code) => code === locales.find((locale) => Object.hasOwn(LOADERS, locale))) ?? 'en'

export const loadLanguage = (code: LanguageCode): Promise<Language> => LOADERS[code]()
