// Sizes as DynamoDB counts them for its units: names and texts in UTF-8, numbers by their digits.

const BYTES_OF_A_COLLECTION = 3

const sizeOfNumber = (value: number | bigint): number => {
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

const sizeOfAttributes = (attributes: object): number =>
  Object.entries(attributes).reduce(
    (sum, [name, value]) => (value === undefined ? sum : sum + Buffer.byteLength(name) + sizeOfValue(value)),
    0,
  )

/** Returns the bytes of an item; none if there is no item. */
export const computeItemSize = (item: object | undefined): number => (item ? sizeOfAttributes(item) : 0)

const KILOBYTE = 1024

/** Returns the units of a write outside of transactions: one per started kilobyte of the larger of both versions. */
export const computeWriteUnits = (before: object | undefined, after: object | undefined): number =>
  Math.max(1, Math.ceil(Math.max(computeItemSize(before), computeItemSize(after)) / KILOBYTE))

/** Returns the units of a strongly consistent read: one per started four kilobytes, and one if nothing is found. */
export const computeReadUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / (4 * KILOBYTE)))
