import { Refusal } from './refusal.ts'

/** A value as the table stores it: no undefined, no classes, and numbers that DynamoDB can hold. */
export type StoredValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | StoredValue[]
  | { [name: string]: StoredValue }

const MIN_MAGNITUDE = 1e-130
const MAX_DIGITS = 38
const MAX_DEPTH = 32

/** Returns a whole number as the client of AWS reads it: a bigint only beyond the safe integers. */
const toInteger = (value: bigint): number | bigint => {
  if (String(value).replace('-', '').length > MAX_DIGITS) throw new Refusal('Number overflow.')
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

const checkNumber = (value: number): number => {
  if (!Number.isFinite(value)) throw new Refusal('Special numeric value is not allowed.')
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new Refusal('A number is larger than the largest safe integer.')
  if (value !== 0 && Math.abs(value) < MIN_MAGNITUDE) throw new Refusal('Number underflow.')
  // The table knows one zero.
  return value === 0 ? 0 : value
}

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value) as unknown
  return prototype === Object.prototype || prototype === null
}

/** Copies a value as the table stores it, without undefined members. */
export const toStored = (value: unknown, depth = 0): StoredValue => {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return checkNumber(value)
  if (typeof value === 'bigint') return toInteger(value)
  if (value instanceof Uint8Array) return Uint8Array.from(value)
  if (depth > MAX_DEPTH) throw new Refusal('Nesting levels have exceeded supported limits.')
  if (Array.isArray(value)) return value.filter((each) => each !== undefined).map((each) => toStored(each, depth + 1))
  if (typeof value !== 'object' || !isPlain(value)) throw new Refusal(`A ${typeof value} cannot be stored.`)
  const stored: Record<string, StoredValue> = {}
  for (const [name, each] of Object.entries(value)) if (each !== undefined) stored[name] = toStored(each, depth + 1)
  return stored
}

const BYTES = '\u0001bytes'
const INTEGER = '\u0001integer'

const encode = (_name: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return { [INTEGER]: String(value) }
  return value instanceof Uint8Array ? { [BYTES]: Buffer.from(value).toString('base64') } : value
}

const decode = (_name: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const { [BYTES]: bytes, [INTEGER]: integer } = value as Record<string, unknown>
  if (typeof bytes === 'string') return Uint8Array.from(Buffer.from(bytes, 'base64'))
  return typeof integer === 'string' ? BigInt(integer) : value
}

/** True if JSON has a word for all that the value consists of. */
const isJson = (value: StoredValue): boolean => {
  if (typeof value === 'bigint') return false
  if (typeof value !== 'object' || value === null) return true
  if (value instanceof Uint8Array) return false
  return (Array.isArray(value) ? value : Object.values(value)).every(isJson)
}

/** Writes stored values as a text. */
export const toText = (value: StoredValue): string =>
  isJson(value) ? JSON.stringify(value) : JSON.stringify(value, encode)

export const fromText = <T>(text: string): T =>
  (text.includes('\\u0001') ? JSON.parse(text, decode) : JSON.parse(text)) as T

const toPrinted = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

/** Prints values of any size. What replaces big numbers makes it five times slower, so it is left out without one. */
export const printExactly = (value: unknown): string => {
  try {
    return JSON.stringify(value)
  } catch {
    return JSON.stringify(value, toPrinted)
  }
}

const compareTexts = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

export const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** Compares two values of one ordered type; returns undefined for any others. */
export const compareStored = (one: unknown, other: unknown): number | undefined => {
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other)
  if (isNumber(one) && isNumber(other)) return one < other ? -1 : Number(one > other)
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other)
  return undefined
}

export const isSameStored = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (one instanceof Uint8Array || other instanceof Uint8Array) return compareStored(one, other) === 0
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [these, those] = [Object.entries(one), Object.entries(other)]
  return (
    these.length === those.length &&
    these.every(([name, value]) => Object.hasOwn(other, name) && isSameStored(value, (other as never)[name]))
  )
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/** Returns a number as whole units of a power of ten. */
const toUnits = (value: number | bigint, exponent: number): bigint => {
  const [, sign, whole, fraction = '', power = '0'] = DECIMAL.exec(String(value)) ?? []
  const units = BigInt(`${whole}${fraction}`) * 10n ** BigInt(Number(power) - fraction.length - exponent)
  return sign ? -units : units
}

const exponentOf = (value: number | bigint): number => {
  const [, , , fraction = '', power = '0'] = DECIMAL.exec(String(value)) ?? []
  return Number(power) - fraction.length
}

const isWhole = (value: number | bigint): boolean => typeof value === 'bigint' || Number.isSafeInteger(value)

/** Adds two numbers as decimals, as the table does: 0.1 and 0.2 are 0.3, and no digit of a large sum is lost. */
export const addDecimals = (one: number | bigint, other: number | bigint): number | bigint => {
  if (isWhole(one) && isWhole(other)) return toInteger(BigInt(one) + BigInt(other))
  const exponent = Math.min(exponentOf(one), exponentOf(other))
  return checkNumber(Number(`${toUnits(one, exponent) + toUnits(other, exponent)}e${exponent}`))
}
