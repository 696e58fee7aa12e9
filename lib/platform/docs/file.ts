import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Reply, reply } from '../http/endpoint.ts'

/** Content with its media type; `etag` and the packed form are made once, at first use. */
export interface File {
  type: string
  content: string | Uint8Array
  /** How long a browser may use it without asking; 0 = it asks every time. */
  keptSeconds: number
}

const SMALLEST_PACKED_BYTES = 1400
const pack = promisify(gzip)
const tags = new WeakMap<File, string>()
const packed = new WeakMap<File, Promise<Uint8Array>>()

const computeEtag = (file: File) => {
  const tag = tags.get(file) ?? `W/"${hash('sha256', file.content, 'base64url').slice(0, 27)}"`
  tags.set(file, tag)
  return tag
}

const compressOnce = (file: File) => {
  const made = packed.get(file) ?? pack(file.content, { level: 9 })
  packed.set(file, made)
  return made
}

const matchesEtag = (header: string, tag: string) => header.split(',').some((each) => [tag, '*'].includes(each.trim()))

/** The file as an answer: packed where the caller unpacks it, and nothing but its tag where the caller has it already. */
export const serve = async (
  file: File,
  asked: Record<string, string | undefined>,
  more: Record<string, string> = {},
): Promise<Reply> => {
  const { type, content, keptSeconds } = file
  const tag = computeEtag(file)
  const headers = {
    ...more,
    'Content-Type': type,
    'Cache-Control': keptSeconds ? `public, max-age=${keptSeconds}` : 'no-cache',
    ETag: tag,
    Vary: 'Accept-Encoding, Origin',
  }
  if (matchesEtag(asked['if-none-match'] ?? '', tag)) return reply(undefined, { status: 304, headers })
  const unpacks = /\bgzip\b/.test(asked['accept-encoding'] ?? '') && !type.startsWith('image/')
  if (!unpacks || content.length < SMALLEST_PACKED_BYTES) return reply(content, { headers })
  return reply(await compressOnce(file), { headers: { ...headers, 'Content-Encoding': 'gzip' } })
}
