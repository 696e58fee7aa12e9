import { createBoundedCache } from '../../platform/bounded-cache.ts'
import { getMinorDigits } from '../../platform/money/currencies.ts'

const formats = createBoundedCache<Intl.NumberFormat>(100)

const getFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const name = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(name)
  if (known) return known
  const format = new Intl.NumberFormat(locale, options)
  formats.set(name, format)
  return format
}

/** Formats an amount in minor units without its currency. Exact for amounts of any size. */
export const formatPlainAmount = (amount: number, currency: string, locale: string): string => {
  const digits = getMinorDigits(currency)
  const format = getFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return format.format(`${amount}e-${digits}` as `${number}`)
}

/** Decimals of a rate beyond those of its currency. */
const MAX_RATE_DECIMALS = 6

/** Formats a price in minor units, which may have decimals, without its currency. */
export const formatPrice = (price: number, currency: string, locale: string): string => {
  const digits = getMinorDigits(currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits + MAX_RATE_DECIMALS }
  // Numbers below a millionth are written with an exponent of their own.
  return getFormat(locale, options).format(price / 10 ** digits)
}

export const formatQuantity = (value: number, locale: string): string =>
  getFormat(locale, { maximumFractionDigits: 20 }).format(value)

export const formatPercent = (value: number, locale: string): string =>
  getFormat(locale, { style: 'percent', maximumFractionDigits: 6 }).format(`${value}e-2` as `${number}`)
