const RIGHT_TO_LEFT_LANGUAGES = new Set(['ar', 'fa', 'he', 'ur'])

/** Returns the direction of a language such as `ar`, or of the language of a locale such as `ar_EG`. */
export const getDirection = (locale: string): 'ltr' | 'rtl' => {
  const [language = ''] = locale.toLowerCase().split(/[-_]/)
  return RIGHT_TO_LEFT_LANGUAGES.has(language) ? 'rtl' : 'ltr'
}
