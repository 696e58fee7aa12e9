import type { CsvMapping } from '../../../../schemas/billing/bank/csv-mapping.ts'
import { parseAmount } from './parse-amount.ts'

type Separator = CsvMapping['decimalSeparator']

const MINUS = /[\u2010-\u2013\u2212]/g

/** Marks behind an amount, in German and English. */
const MARKS: Readonly<Record<string, 1 | -1>> = { S: -1, D: -1, DR: -1, DB: -1, H: 1, C: 1, CR: 1, '-': -1, '+': 1 }

const SYMBOLS: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£', JPY: '¥', INR: '₹' }

/** Removes the code or the symbol of the currency, and no other, from one end. */
const omitCurrency = (text: string, currency: string): string => {
  const names = [currency, SYMBOLS[currency]].filter((name): name is string => name !== undefined)
  for (const name of names) {
    if (text.toUpperCase().startsWith(name)) return text.slice(name.length).trim()
    if (text.toUpperCase().endsWith(name)) return text.slice(0, -name.length).trim()
  }
  return text
}

/** Separates a number from its signs, of which it may have one. */
const splitSign = (text: string): { number: string; sign: 1 | -1 } | undefined => {
  const isNegative = text.startsWith('(') && text.endsWith(')')
  const bare = isNegative ? text.slice(1, -1).trim() : text
  const before = /^[+-]/.exec(bare)?.[0] ?? ''
  const after = /[+-]$|[A-Z]{1,2}$/i.exec(bare.slice(before.length))?.[0] ?? ''
  const signs = [isNegative ? '-' : '', before, after.toUpperCase()].filter(Boolean)
  const sign = signs.length ? MARKS[signs[0] ?? ''] : 1
  if (signs.length > 1 || sign === undefined) return undefined
  return { number: bare.slice(before.length, bare.length - after.length).trim(), sign }
}

const PLAIN: Record<Separator, RegExp> = { ',': /^\d+(?:,\d+)?$/, '.': /^\d+(?:\.\d+)?$/ }

/** One kind of separator stands before each three digits. Otherwise the number was written with another decimal separator. */
const GROUPED: Record<Separator, RegExp> = {
  ',': /^[1-9]\d{0,2}([. '’])\d{3}(?:\1\d{3})*(?:,\d+)?$/,
  '.': /^[1-9]\d{0,2}([, '’])\d{3}(?:\1\d{3})*(?:\.\d+)?$/,
}

/** Groups of two digits before the last three, as in India, where the decimal separator is a point. */
const INDIAN = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/

const isNumber = (text: string, separator: Separator) =>
  PLAIN[separator].test(text) || GROUPED[separator].test(text) || (separator === '.' && INDIAN.test(text))

/**
 * Parses an amount as banks write it for people, with separators of groups, a sign at either end and its currency. Returns
 * signed minor units; undefined if it is no number with this decimal separator, or finer than the currency.
 */
export const parseWrittenAmount = (text: string, separator: Separator, currency: string): number | undefined => {
  // The compatible form of all spaces that keep digits together is the plain one.
  const plain = text.normalize('NFKC').replaceAll(MINUS, '-').trim()
  const signed = splitSign(omitCurrency(plain, currency))
  if (!signed) return undefined
  const number = omitCurrency(signed.number, currency)
  if (!isNumber(number, separator)) return undefined
  const digits = number.replaceAll(separator === ',' ? /[. '’]/g : /[, '’]/g, '').replace(separator, '.')
  const amount = parseAmount(digits, currency)
  return amount === undefined ? undefined : signed.sign * amount
}
