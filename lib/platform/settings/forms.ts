import { domainToASCII } from 'node:url'
import { COUNTRY_PATTERN, COUNTRY_TITLE } from '../../../schemas/country.ts'
import { VAT_ID_PATTERN, VAT_ID_TITLE } from '../../../schemas/vat-id.ts'

/** A format of text; its title completes the message "must be …". */
export interface Form {
  title: string
  fits(text: string): boolean
}

const matching = (title: string, pattern: RegExp): Form => ({ title, fits: (text) => pattern.test(text) })

export const oneOf = (title: string, texts: readonly string[]): Form => ({
  title: `${title}: ${texts.join(', ')}`,
  fits: (text) => texts.includes(text),
})

const isWorking = (attempt: () => unknown): boolean => {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

const DOMAIN = '(?:[a-z0-9-]{1,63}\\.){1,8}[a-z0-9-]{2,63}'

const asciiDomain = new RegExp(`^${DOMAIN}$`, 'i')

/** A domain in any script or in ASCII form. */
export const domain: Form = {
  title: 'a domain such as example.com',
  fits: (text) => /^[\p{L}\p{M}\p{N}.-]+$/u.test(text) && asciiDomain.test(domainToASCII(text)),
}
export const email = matching('an e-mail address', new RegExp(`^[^\\s@,;<>"]{1,64}@${DOMAIN}$`, 'i'))
export const country = matching(COUNTRY_TITLE, new RegExp(COUNTRY_PATTERN))
export const currency = matching('an ISO 4217 currency code', /^[A-Z]{3}$/)
export const phone = matching('a telephone number such as +49 40 123456', /^\+?[0-9][0-9 ()/.-]{3,29}$/)
export const colour = matching('a colour such as #1A4D8F', /^#[0-9a-f]{6}$/i)
export const account = matching('an account of 3 to 8 digits', /^\d{3,8}$/)
export const taxKey = matching('a tax key of 1 to 4 digits', /^\d{1,4}$/)
export const rate = matching('a percentage such as 19 or 5.5', /^\d{1,2}(\.\d{1,4})?$/)
export const firstOfMonth = matching('the first day of a month, such as 07-01', /^(0[1-9]|1[0-2])-01$/)
export const name = matching('a name of letters, digits, _ and -', /^[A-Za-z0-9_-]{1,50}$/)
export const date = matching(
  'a date such as 2026-03-31',
  /^(?!0000)\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|[12]\d))$/,
)
export const vatId = matching(VAT_ID_TITLE, new RegExp(VAT_ID_PATTERN))
export const iban = matching('an IBAN without spaces', /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/)
export const bic = matching('a BIC', /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
export const reasonCode = matching('a code of the list VATEX such as VATEX-EU-AE', /^VATEX-[A-Z0-9]{2}[A-Z0-9-]{0,30}$/)
export const senderId = matching(
  '1 to 11 letters and digits with a letter',
  /^(?=[0-9]{0,10}[A-Za-z])[A-Za-z0-9]{1,11}$/,
)

export const timeZone: Form = {
  title: 'an IANA time zone such as Europe/Berlin',
  fits: (text) => isWorking(() => new Intl.DateTimeFormat('en', { timeZone: text })),
}

export const locale: Form = {
  title: 'a locale such as de_DE',
  fits: (text) =>
    /^[a-z]{2,3}([_-][a-z0-9]{2,8}){0,4}$/i.test(text) && isWorking(() => new Intl.Locale(text.replaceAll('_', '-'))),
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Allows http for localhost only, as OAuth does for development. */
export const address: Form = {
  title: 'an https URL (http for localhost only)',
  fits(text) {
    const url = URL.parse(text)
    if (!url || url.username || url.password || /\s/.test(text)) return false
    return url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL.has(url.hostname))
  },
}

const PLACEHOLDERS: Record<string, number> = { series: 3, year: 4, channel: 12, seq: 12 }
const MAX_NUMBER_LENGTH = 50

/** Requires the year and the sequence, since two documents could get the same number otherwise. */
export const numberPattern: Form = {
  title: `letters, digits, -, _, . and / with {year} and {seq}, and optionally {series} and {channel}, once each; at most ${MAX_NUMBER_LENGTH} characters when filled in`,
  fits(text) {
    const found = [...text.matchAll(/\{([a-z]+)\}/g)].map(([, placeholder = '']) => placeholder)
    const rest = text.replace(/\{[a-z]+\}/g, '')
    const longest = found.reduce(
      (length, each) => length + (PLACEHOLDERS[each] ?? Number.POSITIVE_INFINITY),
      rest.length,
    )
    return (
      /^[A-Za-z0-9._/-]*$/.test(rest) &&
      new Set(found).size === found.length &&
      found.includes('year') &&
      found.includes('seq') &&
      longest <= MAX_NUMBER_LENGTH
    )
  },
}
