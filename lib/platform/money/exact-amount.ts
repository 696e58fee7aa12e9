import { requireSafeAmount } from './amounts.ts'
import { type Decimal, divideRounded, toDecimal } from './decimal.ts'

/** An amount in minor units with all of its decimals, as in `12.5`. It has no zeros at the end of its fraction. */
export type ExactAmount = string

const EXACT = /^(-?)(\d+)(?:\.(\d+))?$/

const parse = (amount: ExactAmount): Decimal => {
  const [, sign = '', whole, fraction = ''] = EXACT.exec(amount) ?? []
  if (whole === undefined) throw new RangeError(`${amount} is not an exact amount`)
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

const trimZeros = (fraction: string): string => {
  let end = fraction.length
  while (fraction[end - 1] === '0') end--
  return fraction.slice(0, end)
}

const format = ({ digits, scale }: Decimal): ExactAmount => {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const [whole, fraction] = [text.slice(0, text.length - scale), trimZeros(text.slice(text.length - scale))]
  return `${digits < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

const toExact = (value: number | ExactAmount): Decimal => (typeof value === 'number' ? toDecimal(value) : parse(value))

export const multiplyExactly = (quantity: number, rate: number | ExactAmount): ExactAmount => {
  const [one, other] = [toDecimal(quantity), toExact(rate)]
  return format({ digits: one.digits * other.digits, scale: one.scale + other.scale })
}

export const addExactly = (one: ExactAmount, other: ExactAmount): ExactAmount => {
  const [a, b] = [parse(one), parse(other)]
  const scale = Math.max(a.scale, b.scale)
  const widen = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own)
  return format({ digits: widen(a) + widen(b), scale })
}

export const negateExactly = (amount: ExactAmount): ExactAmount => {
  const { digits, scale } = parse(amount)
  return format({ digits: -digits, scale })
}

/** Rounds to whole minor units. Throws `AmountTooLarge` if a number cannot hold them exactly. */
export const roundExactly = (amount: ExactAmount): number => {
  const { digits, scale } = parse(amount)
  return requireSafeAmount(divideRounded(digits, 10n ** BigInt(scale)))
}
