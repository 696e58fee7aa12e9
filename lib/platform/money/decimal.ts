/** A decimal number as a whole number of 10^-scale. */
export interface Decimal {
  digits: bigint
  scale: number
}

/** The number as it is written, exactly: what JSON and people mean by it. */
export const toDecimal = (value: number): Decimal => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  if (!whole) throw new RangeError(`${value} is not a decimal number`)
  const digits = BigInt(`${sign}${whole}${fraction}`)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

export const countDecimalPlaces = (value: number): number => toDecimal(value).scale

const takeMagnitude = (value: bigint) => (value < 0n ? -value : value)

/** The one rounding of money: to the nearest whole, half away from zero. */
export const divideRounded = (numerator: bigint, denominator: bigint): bigint => {
  const rounded = (2n * takeMagnitude(numerator) + takeMagnitude(denominator)) / (2n * takeMagnitude(denominator))
  return numerator < 0n === denominator < 0n ? rounded : -rounded
}

/** The nearest whole number below. */
export const divideDown = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  return numerator % denominator !== 0n && numerator < 0n !== denominator < 0n ? quotient - 1n : quotient
}

const MICRO = 1_000_000

/** What is left of a quantity; quantities have six decimals at most. */
export const subtractQuantity = (quantity: number, less: number): number =>
  (Math.round(quantity * MICRO) - Math.round(less * MICRO)) / MICRO
