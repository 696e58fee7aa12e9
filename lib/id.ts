import { createHash } from 'node:crypto'
import { ulid, ulidToUUID, uuidToULID } from 'ulid'

/** One 128-bit value in its canonical spelling, a ULID in upper case. Keys hold nothing else. */
export type Id = string

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const newId = (now: Date): Id => ulid(now.getTime())

/** Reads either spelling of an id; undefined when it is neither. */
export const parseId = (text: string): Id | undefined => {
  if (text.length === 26) return ULID.test(text) ? text.toUpperCase() : undefined
  return text.length === 36 && UUID.test(text) ? uuidToULID(text) : undefined
}

export const asUuid = (id: Id): string => ulidToUUID(id).toLowerCase()

/** The moment an id was made: a resource's `createdAt`, so that newest first and order by id are one order. */
export const timeOf = (id: Id): Date => {
  let ms = 0
  for (const digit of id.slice(0, 10)) ms = ms * 32 + DIGITS.indexOf(digit)
  return new Date(ms)
}

/** An id that is the same for the same parts, so that making the thing twice makes it once. */
export const idFrom = (at: Date, ...parts: string[]): Id => {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest()
  let random = ''
  for (let i = 0; i < 16; i++) random += DIGITS[(hash[i] as number) & 31]
  return ulid(at.getTime()).slice(0, 10) + random
}
