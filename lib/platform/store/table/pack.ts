import { gunzipSync, gzipSync } from 'node:zlib'

/** Larger values are compressed, since they then need fewer capacity units and fit an item. */
const MAX_PLAIN_BYTES = 100_000

/** Returns large values as compressed JSON; undefined for what is stored as it is. */
export const packLarge = (value: object): Uint8Array | undefined => {
  const json = Buffer.from(JSON.stringify(value))
  return json.length > MAX_PLAIN_BYTES ? gzipSync(json) : undefined
}

export const unpack = <T>(packed: Uint8Array): T => JSON.parse(gunzipSync(packed).toString()) as T
