import * as Type from 'typebox'

/** The second letters of the codes that ISO 3166-1 assigns, by the first, as of 2026. */
const ASSIGNED = {
  A: 'DEFGILMOQRSTUWXZ',
  B: 'ABDEFGHIJLMNOQRSTVWYZ',
  C: 'ACDFGHIKLMNORUVWXYZ',
  D: 'EJKMOZ',
  E: 'CEGHRST',
  F: 'IJKMOR',
  G: 'ABDEFGHILMNPQRSTUWY',
  H: 'KMNRTU',
  I: 'DELMNOQRST',
  J: 'EMOP',
  K: 'EGHIMNPRWYZ',
  L: 'ABCIKRSTUVY',
  M: 'ACDEFGHKLMNOPQRSTUVWXYZ',
  N: 'ACEFGILOPRUZ',
  O: 'M',
  P: 'AEFGHKLMNRSTWY',
  Q: 'A',
  R: 'EOSUW',
  S: 'ABCDEGHIJKLMNORSTVXYZ',
  T: 'CDFGHJKLMNORTVWZ',
  U: 'AGMSYZ',
  V: 'ACEGINU',
  W: 'FS',
  Y: 'ET',
  Z: 'AMW',
} as const

/**
 * Kosovo has no code of ISO 3166-1. Shops, carriers and the European Union use this one, which the standard leaves to users.
 */
const KOSOVO = 'XK'

/** Alternatives of a regular expression. */
export const COUNTRY_CODES = [
  ...Object.entries(ASSIGNED).map(([first, seconds]) => `${first}[${seconds}]`),
  KOSOVO,
].join('|')

export const COUNTRY_PATTERN = `^(?:${COUNTRY_CODES})$`

export const COUNTRY_TITLE = 'an ISO 3166 country code'

const pattern = new RegExp(COUNTRY_PATTERN)

/** Returns whether the text is the code of a country, which reserved and withdrawn codes such as EU, UK and SU are not. */
export const isCountry = (text: string): boolean => pattern.test(text)

/** The code of a country. */
export const country = (options: object = {}) =>
  Type.String({ pattern: COUNTRY_PATTERN, title: COUNTRY_TITLE, examples: ['DE'], ...options })

/** The code of a country, or an empty text for none, as some systems write it. */
export const OPTIONAL_COUNTRY_PATTERN = `^(?:${COUNTRY_CODES})?$`
