import { COUNTRY_CODES } from './country.ts'

/** Formats of VAT ids in the European Union, after their prefix. Greece has EL; XI is Northern Ireland. */
const FORMATS = {
  AT: 'U\\d{8}',
  BE: '[01]\\d{9}',
  BG: '\\d{9,10}',
  CY: '\\d{8}[A-Z]',
  CZ: '\\d{8,10}',
  DE: '\\d{9}',
  DK: '\\d{8}',
  EE: '\\d{9}',
  EL: '\\d{9}',
  ES: '[A-Z0-9]\\d{7}[A-Z0-9]',
  FI: '\\d{8}',
  FR: '[A-HJ-NP-Z0-9]{2}\\d{9}',
  HR: '\\d{11}',
  HU: '\\d{8}',
  IE: '\\d[A-Z0-9+*]\\d{5}[A-Z]{1,2}',
  IT: '\\d{11}',
  LT: '(?:\\d{9}|\\d{12})',
  LU: '\\d{8}',
  LV: '\\d{11}',
  MT: '\\d{8}',
  NL: '\\d{9}B\\d{2}',
  PL: '\\d{10}',
  PT: '\\d{9}',
  RO: '\\d{2,10}',
  SE: '\\d{12}',
  SI: '\\d{8}',
  SK: '\\d{10}',
  XI: '(?:\\d{9}|\\d{12}|(?:GD|HA)\\d{3})',
} as const

const PREFIXES = Object.keys(FORMATS)

/** Members of the European Union, as ISO 3166 codes. */
export const EU_MEMBERS: readonly string[] = PREFIXES.filter((prefix) => prefix !== 'XI').map((prefix) =>
  prefix === 'EL' ? 'GR' : prefix,
)

const IN_UNION = Object.entries(FORMATS)
  .map(([prefix, format]) => `${prefix}${format}`)
  .join('|')

/** The format of the country in the European Union; letters and digits after the code of any other country. */
export const VAT_ID_PATTERN = `^(?:${IN_UNION}|(?!${PREFIXES.join('|')}|GR)(?:${COUNTRY_CODES})[A-Z0-9]{2,16})$`

export const VAT_ID_TITLE =
  'a VAT id with the prefix of its country and without spaces, such as DE123456789 or EL123456789'
