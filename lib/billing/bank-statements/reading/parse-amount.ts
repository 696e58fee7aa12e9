import { getMinorDigits } from '../../../platform/money/currencies.ts'
import { parseMinorUnits } from '../../../platform/money/minor-units.ts'

const DECIMAL = /^[+-]?\d{1,18}(?:\.\d{1,10})?$/

/** Parses a decimal amount to minor units; undefined if it is malformed, too large or finer than the currency. */
export const parseAmount = (decimal: string, currency: string): number | undefined => {
  if (!DECIMAL.test(decimal)) return undefined
  const [whole = '', fraction = ''] = decimal.replace('+', '').split('.')
  const digits = getMinorDigits(currency)
  const kept = fraction.slice(0, digits)
  if (/[^0]/.test(fraction.slice(digits))) return undefined
  try {
    return parseMinorUnits(kept ? `${whole}.${kept}` : whole, currency)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
