import { createHash, randomBytes } from 'node:crypto'
import type { Id } from '../../platform/id.ts'

const CODES = 10
const GROUPS = 4
const GROUP_LENGTH = 4
/** Crockford's alphabet, without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 bits, so that a plain hash protects it. */
const createCode = () => {
  const letters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return Array.from({ length: GROUPS }, (_, i) =>
    letters.slice(i * GROUP_LENGTH, (i + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}

/** Hashes a code in any casing, with or without hyphens and spaces. */
export const hashRecoveryCode = (identity: Id, code: string): string => {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return createHash('sha256')
    .update(JSON.stringify([identity, plain]))
    .digest('hex')
}

/** Creates a new set of codes, to be shown once, and their hashes. */
export const createRecoveryCodes = (identity: Id) => {
  const codes = Array.from({ length: CODES }, createCode)
  return { codes, hashes: codes.map((code) => hashRecoveryCode(identity, code)) }
}
