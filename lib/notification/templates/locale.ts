const LOCALE = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?$/i

/** The one spelling in which a locale is kept, such as `de`, `de_AT` or `zh_Hant_TW`; undefined for what is none. */
export const canonicalizeLocale = (text: string): string | undefined => {
  const [whole, language = '', script, region] = LOCALE.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const titled = script && script.charAt(0).toUpperCase() + script.slice(1).toLowerCase()
  return [language.toLowerCase(), titled, region?.toUpperCase()].filter(Boolean).join('_')
}

const LAST = 'en'

/** In which locales a text is looked for, the best first: `de_AT`, `de`, `en`. */
export const listFallbackLocales = (wanted: string): string[] => {
  const parts = canonicalizeLocale(wanted)?.split('_') ?? []
  const own = parts.map((_, i) => parts.slice(0, parts.length - i).join('_'))
  return own.includes(LAST) ? own : [...own, LAST]
}
