import { hash } from 'node:crypto'

/** Limits of DynamoDB. */
const MAX_PK_BYTES = 2048
const MAX_SK_BYTES = 1024

const DIGEST_PREFIX = 'sha256:'
const DIGEST_LENGTH = DIGEST_PREFIX.length + 64

/**
 * Replaces the part of a long key after `from` with a digest, and keeps the part before, which identifies the kind, unless
 * it is too long itself. Keys that fit stay unchanged, so stored items need no migration.
 */
const bounded = (key: string, from: number, maxBytes: number) => {
  if (key.length * 3 <= maxBytes || Buffer.byteLength(key) <= maxBytes) return key
  const kept = key.slice(0, from)
  const fits = Buffer.byteLength(kept) + DIGEST_LENGTH <= maxBytes
  return `${fits ? kept : ''}${DIGEST_PREFIX}${hash('sha256', key, 'hex')}`
}

/** Returns a valid partition key for a list that is narrowed by text of any length, such as a URI. */
export const boundedPartition = (pk: string): string => bounded(pk, pk.indexOf('?') + 1, MAX_PK_BYTES)

/** Returns a valid sort key whose part after the first `#` can be text of any length. */
export const boundedSortKey = (sk: string): string => bounded(sk, sk.indexOf('#') + 1, MAX_SK_BYTES)
