import { createBoundedCache } from '../bounded-cache.ts'
import { getMinorDigits } from '../money/currencies.ts'

export interface Style {
  locale: string
  zone: string
}

const toLanguageTag = (locale: string) => locale.replaceAll('_', '-')

const formats = createBoundedCache<Intl.NumberFormat | Intl.DateTimeFormat>(100)

/** Caches formats, because creating one takes a hundred times as long as using it. */
const getFormat = <F extends Intl.NumberFormat | Intl.DateTimeFormat>(make: () => F, ...key: string[]): F => {
  const name = key.join(' ')
  const known = formats.get(name)
  if (known) return known as F
  const format = make()
  formats.set(name, format)
  return format
}

/** Formats an amount in minor units with its currency. Exact for amounts of any size. */
export const formatMoney = (amount: number, currency: string, locale: string): string => {
  const digits = getMinorDigits(currency)
  // Without the digits, the format has those that are usual in speech, which are none in some currencies with cents.
  const options = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  const make = () => new Intl.NumberFormat(toLanguageTag(locale), options)
  return getFormat(make, 'money', currency, locale).format(`${amount}e-${digits}` as `${number}`)
}

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/
const STYLES = ['full', 'long', 'medium', 'short'] as const
type DateLength = (typeof STYLES)[number]

export const isDateLength = (text: unknown): text is DateLength => STYLES.some((style) => style === text)

/** Formats a date, or the day of a timestamp in the zone. */
export const formatDate = (value: string, style: Style, length: DateLength = 'long'): string => {
  const { locale, zone } = { ...style, ...(DATE_ONLY.test(value) && { zone: 'UTC' }) }
  const make = () => new Intl.DateTimeFormat(toLanguageTag(locale), { dateStyle: length, timeZone: zone })
  return getFormat(make, 'date', length, zone, locale).format(new Date(value))
}

const MONTHS = { full: 'long', long: 'long', medium: 'short', short: 'numeric' } as const

/** Formats a timestamp to the minute, with the name of the zone. */
export const formatDateTime = (value: string, { locale, zone }: Style, length: DateLength = 'long'): string => {
  const make = () =>
    new Intl.DateTimeFormat(toLanguageTag(locale), {
      ...(length === 'full' && { weekday: 'long' }),
      year: 'numeric',
      month: MONTHS[length],
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: zone,
      timeZoneName: 'short',
    })
  return getFormat(make, 'datetime', length, zone, locale).format(new Date(value))
}
