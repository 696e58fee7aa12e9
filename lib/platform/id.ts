import { createHash, randomFillSync } from 'node:crypto'
import { ulid } from 'ulid'

/** A 128-bit value in its canonical spelling, a ULID in upper case. Keys contain no other spelling. */
export type Id = string

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

// By default the library asks the system for each digit, which makes an id cost more than the rest of a request.
const randomBytes = new Uint8Array(4096)
let used = randomBytes.length
const getRandomFraction = () => {
  if (used === randomBytes.length) {
    randomFillSync(randomBytes)
    used = 0
  }
  return (randomBytes[used++] as number) / 256
}

export const newId = (now: Date): Id => ulid(now.getTime(), getRandomFraction)

const VALUES = new Uint8Array(128)
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value

const readDigits = (id: Id, from: number, to: number) => {
  let number = 0
  for (let i = from; i < to; i++) number = number * 32 + (VALUES[id.charCodeAt(i)] as number)
  return number
}

const toDigits = (number: number, length: number) => {
  let [digits, left] = ['', number]
  for (let i = 0; i < length; i++) {
    digits = DIGITS.charAt(left % 32) + digits
    left = Math.floor(left / 32)
  }
  return digits
}

/** Returns the id that follows in the order of ids. */
export const getNextId = (id: Id): Id => {
  let end = id.length - 1
  while (id[end] === 'Z') end--
  const digit = DIGITS.charAt((VALUES[id.charCodeAt(end)] as number) + 1)
  return id.slice(0, end) + digit + '0'.repeat(id.length - 1 - end)
}

const readHex = (id: Id, from: number, to: number, length: number) =>
  readDigits(id, from, to).toString(16).padStart(length, '0')

/** Parses either spelling of an id; undefined if it is neither. */
export const parseId = (text: string): Id | undefined => {
  if (text.length === 26) return ULID.test(text) ? text.toUpperCase() : undefined
  return text.length === 36 && UUID.test(text) ? fromUuid(text) : undefined
}

// Two digits are the first byte; from there four digits are five of a UUID's.
export const toUuid = (id: Id): string => {
  let hex = readHex(id, 0, 2, 2)
  for (let i = 2; i < 26; i += 4) hex += readHex(id, i, i + 4, 5)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Converts a UUID to the canonical spelling. */
const fromUuid = (uuid: string): Id => {
  const hex = uuid.replaceAll('-', '')
  let id = toDigits(Number.parseInt(hex.slice(0, 2), 16), 2)
  for (let i = 2; i < 32; i += 5) id += toDigits(Number.parseInt(hex.slice(i, i + 5), 16), 4)
  return id
}

const TIME_DIGITS = 10

/** Encodes a time as the first digits of its ids. No id is older than 1970, so an earlier time is encoded as that. */
export const encodeTime = (at: Date): string => toDigits(Math.max(at.getTime(), 0), TIME_DIGITS)

/** Returns the time at which an id was created. It is the `createdAt` of a resource, so the order by id is by age. */
export const getIdTime = (id: Id): Date => new Date(readDigits(id, 0, TIME_DIGITS))

/** Derives the same id from the same parts, so that creating a thing twice creates it once. */
export const deriveId = (at: Date, ...parts: string[]): Id => {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest()
  let id = encodeTime(at)
  for (let i = 0; i < 16; i++) id += DIGITS.charAt(hash.readUInt8(i) & 31)
  return id
}
