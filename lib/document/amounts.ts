import { boundedCache } from '../platform/bounded-cache.ts'

const formats = boundedCache<Intl.NumberFormat>(100)

const kept = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const name = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(name)
  if (known) return known
  const format = new Intl.NumberFormat(locale, options)
  formats.set(name, format)
  return format
}

/** How many decimals a currency has: 0 for JPY, 3 for KWD. */
const decimalsOf = (currency: string) =>
  kept('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An amount in minor units without its currency, for columns; exact however large. */
export const plainAmount = (amount: number, currency: string, locale: string): string => {
  const digits = decimalsOf(currency)
  const format = kept(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return format.format(`${amount}e-${digits}` as `${number}`)
}

export const quantity = (value: number, locale: string): string =>
  kept(locale, { maximumFractionDigits: 20 }).format(value)

export const percent = (value: number, locale: string): string =>
  kept(locale, { style: 'percent', maximumFractionDigits: 6 }).format(`${value}e-2` as `${number}`)
