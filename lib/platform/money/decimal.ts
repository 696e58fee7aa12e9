/** A decimal number: `digits` × 10^-`scale`. */
export interface Decimal {
  digits: bigint
  scale: number
}

/** Converts a number to the decimal that its shortest notation denotes, as in JSON. */
export const toDecimal = (value: number): Decimal => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  if (!whole) throw new RangeError(`${value} is not a decimal number`)
  const digits = BigInt(`${sign}${whole}${fraction}`)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

export const countDecimalPlaces = (value: number): number => toDecimal(value).scale

const computeMagnitude = (value: bigint) => (value < 0n ? -value : value)

/** Divides and rounds to the nearest integer, half away from zero. All money is rounded here. */
export const divideRounded = (numerator: bigint, denominator: bigint): bigint => {
  const rounded =
    (2n * computeMagnitude(numerator) + computeMagnitude(denominator)) / (2n * computeMagnitude(denominator))
  return numerator < 0n === denominator < 0n ? rounded : -rounded
}

/** Divides and rounds down. */
export const divideDown = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  return numerator % denominator !== 0n && numerator < 0n !== denominator < 0n ? quotient - 1n : quotient
}

const MICRO = 1_000_000

/** Subtracts exactly; quantities have at most six decimals. */
export const subtractQuantity = (quantity: number, less: number): number =>
  (Math.round(quantity * MICRO) - Math.round(less * MICRO)) / MICRO
