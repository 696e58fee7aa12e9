import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Id, parseId } from '../../platform/id.ts'

const PREFIX = 'ent_sk_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 30
/** Digits of base62 that any CRC32 fits. */
const CHECKSUM_LENGTH = 6
const ID_LENGTH = 26
const FORM = new RegExp(`^${PREFIX}([0-9A-Z]{${ID_LENGTH}})[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** Lets a scanner tell a key from similar text, and refuses a mistyped one before any read. */
const computeChecksum = (text: string): string => {
  let [rest, digits] = [crc32(text), '']
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}

/** Generates a key: prefix, id, 178 random bits and a checksum. */
export const generateKeySecret = (id: Id): string => {
  const random = Array.from({ length: SECRET_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  const text = `${PREFIX}${id}${random}`
  return text + computeChecksum(text)
}

/** Reads the id of a key; undefined if it has another form or a wrong checksum. */
export const readKeySecret = (secret: string): Id | undefined => {
  const [, id = ''] = FORM.exec(secret) ?? []
  const body = secret.slice(0, -CHECKSUM_LENGTH)
  return id && computeChecksum(body) === secret.slice(-CHECKSUM_LENGTH) ? parseId(id) : undefined
}

/** A key has so much randomness that a fast hash protects it. */
export const hashKeySecret = (secret: string): string => hash('sha256', secret, 'hex')

export const matchesKeySecret = (secret: string, digest: string): boolean =>
  timingSafeEqual(Buffer.from(hashKeySecret(secret)), Buffer.from(digest))
