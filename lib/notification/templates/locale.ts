const LOCALE = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?$/i

/** Returns the stored spelling of a locale, such as `de`, `de_AT` or `zh_Hant_TW`; undefined if it is not valid. */
export const canonicalizeLocale = (text: string): string | undefined => {
  const [whole, language = '', script, region] = LOCALE.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const titleCased = script && script.charAt(0).toUpperCase() + script.slice(1).toLowerCase()
  return [language.toLowerCase(), titleCased, region?.toUpperCase()].filter(Boolean).join('_')
}

const LAST = 'en'

/** Lists the locales to try, best first, such as `de_AT`, `de`, `en`. */
export const listFallbackLocales = (wanted: string): string[] => {
  const parts = canonicalizeLocale(wanted)?.split('_') ?? []
  const own = parts.map((_, i) => parts.slice(0, parts.length - i).join('_'))
  return own.includes(LAST) ? own : [...own, LAST]
}
