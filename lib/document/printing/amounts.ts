import { createBoundedCache } from '../../platform/bounded-cache.ts'

const formats = createBoundedCache<Intl.NumberFormat>(100)

const getFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const name = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(name)
  if (known) return known
  const format = new Intl.NumberFormat(locale, options)
  formats.set(name, format)
  return format
}

/** Returns the number of decimals of a currency: 0 for JPY, 3 for KWD. */
const getDecimals = (currency: string) =>
  getFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Formats an amount in minor units without its currency. Exact for amounts of any size. */
export const formatPlainAmount = (amount: number, currency: string, locale: string): string => {
  const digits = getDecimals(currency)
  const format = getFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return format.format(`${amount}e-${digits}` as `${number}`)
}

export const formatQuantity = (value: number, locale: string): string =>
  getFormat(locale, { maximumFractionDigits: 20 }).format(value)

export const formatPercent = (value: number, locale: string): string =>
  getFormat(locale, { style: 'percent', maximumFractionDigits: 6 }).format(`${value}e-2` as `${number}`)
