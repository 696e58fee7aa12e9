// Sizes as DynamoDB counts them for its units: names and texts in UTF-8, numbers by their digits.

const BYTES_OF_A_COLLECTION = 3

/** Counts the digits of a whole number up to the last one that is not a zero. */
const countDigits = (value: number): number => {
  let rest = Math.abs(value)
  while (rest && rest % 10 === 0) rest /= 10
  return rest ? String(rest).length : 0
}

const sizeOfNumber = (value: number | bigint): number => {
  if (Number.isSafeInteger(value)) return Math.ceil(countDigits(Number(value)) / 2) + 1 + (value < 0 ? 1 : 0)
  const digits = String(value)
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '').length
  return Math.ceil(digits / 2) + 1 + (value < 0 ? 1 : 0)
}

const sizeOfValue = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number' || typeof value === 'bigint') return sizeOfNumber(value)
  if (typeof value === 'boolean' || value === null) return 1
  if (value instanceof Uint8Array) return value.length
  if (Array.isArray(value)) return value.reduce((sum, each) => sum + sizeOfValue(each) + 1, BYTES_OF_A_COLLECTION)
  if (value instanceof Set) return [...value].reduce((sum, each) => sum + sizeOfValue(each), 0)
  return BYTES_OF_A_COLLECTION + Object.keys(value as object).length + sizeOfAttributes(value as object)
}

const sizeOfAttributes = (attributes: object): number => {
  let sum = 0
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) sum += Buffer.byteLength(name) + sizeOfValue(value)
  return sum
}

/** Returns the bytes of an item; none if there is no item. */
export const computeItemSize = (item: object | undefined): number => (item ? sizeOfAttributes(item) : 0)

const KILOBYTE = 1024

/** Returns the units of a write outside of transactions: one per started kilobyte of the larger of both versions. */
export const computeWriteUnits = (before: object | undefined, after: object | undefined): number =>
  Math.max(1, Math.ceil(Math.max(computeItemSize(before), computeItemSize(after)) / KILOBYTE))

/** Returns the units of a strongly consistent read: one per started four kilobytes, and one if nothing is found. */
export const computeReadUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / (4 * KILOBYTE)))
