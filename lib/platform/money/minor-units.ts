import { AmountTooLarge, requireSafeAmount } from './amounts.ts'
import { getMinorDigits } from './currencies.ts'
import { divideRounded } from './decimal.ts'
import { splitByShares } from './split.ts'

const rescale = (digits: bigint, scale: number, currency: string): number => {
  const wanted = getMinorDigits(currency)
  const minor =
    scale <= wanted ? digits * 10n ** BigInt(wanted - scale) : divideRounded(digits, 10n ** BigInt(scale - wanted))
  const amount = Number(minor)
  if (!Number.isSafeInteger(amount)) throw new AmountTooLarge('the amount is too large')
  return amount
}

const DECIMAL = /^(-?)(\d{1,20})(?:\.(\d{1,20}))?$/

/** Parses a decimal amount such as `-12.90` to minor units; undefined if it is malformed. */
export const parseMinorUnits = (decimal: string, currency: string): number | undefined => {
  const [, sign = '', whole, fraction = ''] = DECIMAL.exec(decimal) ?? []
  return whole === undefined ? undefined : rescale(BigInt(`${sign}${whole}${fraction}`), fraction.length, currency)
}

/** Converts an integer amount × 10^-scale to minor units, rounded. */
export const scaleToMinorUnits = (amount: number, scale: number, currency: string): number =>
  rescale(BigInt(amount), scale, currency)

/**
 * Converts integer amounts × 10^-scale to minor units that add up to their converted sum, also where the shop has more decimals
 * than the currency.
 */
export const scaleAllToMinorUnits = (amounts: readonly number[], scale: number, currency: string): number[] => {
  const wanted = getMinorDigits(currency)
  if (scale <= wanted) return amounts.map((amount) => scaleToMinorUnits(amount, scale, currency))
  const shares = amounts.map(BigInt)
  const denominator = 10n ** BigInt(scale - wanted)
  const total = divideRounded(
    shares.reduce((sum, share) => sum + share, 0n),
    denominator,
  )
  return splitByShares(total, shares, denominator).map(requireSafeAmount)
}

/** Formats minor units as a decimal such as `12.90`. */
export const formatDecimal = (amount: number, currency: string): string => {
  const digits = getMinorDigits(currency)
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  const sign = amount < 0 ? '-' : ''
  return digits ? `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}` : `${sign}${text}`
}

/** Converts minor units to an integer × 10^-scale; undefined if that is not exact. */
export const scaleFromMinorUnits = (amount: number, scale: number, currency: string): number | undefined => {
  const digits = getMinorDigits(currency)
  const divisor = 10n ** BigInt(Math.max(0, digits - scale))
  if (BigInt(amount) % divisor !== 0n) return undefined
  const scaled = Number((BigInt(amount) * 10n ** BigInt(Math.max(0, scale - digits))) / divisor)
  return Number.isSafeInteger(scaled) ? scaled : undefined
}
