import { hash } from 'node:crypto'

/** DynamoDB takes no longer keys. */
const MAX_PK_BYTES = 2048
const MAX_SK_BYTES = 1024

/**
 * Keeps the part up to `from`, which tells what the key is of, and stands a digest in for the rest. Keys that fit stay as
 * they are, so nothing that is stored has to move.
 */
const bounded = (key: string, from: number, maxBytes: number) =>
  key.length * 3 > maxBytes && Buffer.byteLength(key) > maxBytes
    ? `${key.slice(0, from)}sha256:${hash('sha256', key, 'hex')}`
    : key

/** A partition that is narrowed by text from outside, such as a URI, whatever the length of that. */
export const boundedPartition = (pk: string): string => bounded(pk, pk.indexOf('?') + 1, MAX_PK_BYTES)

/** A sort key that ends with text from outside; its beginning, up to and with the first `#`, is ours. */
export const boundedSortKey = (sk: string): string => bounded(sk, sk.indexOf('#') + 1, MAX_SK_BYTES)
