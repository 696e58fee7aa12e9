import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Reply, reply } from '../http/endpoint.ts'

/** Content with its media type. Its ETag and its compressed form are computed once, at the first use. */
export interface File {
  type: string
  content: string | Uint8Array
  /** Seconds for which a browser may use it without asking; 0 makes it ask every time. */
  cacheSeconds: number
}

/** For content whose address changes with it: a year, the longest time that caches keep anything. */
export const FOREVER_SECONDS = 365 * 24 * 3600

const MIN_COMPRESSED_BYTES = 1400
const compress = promisify(gzip)
const tags = new WeakMap<File, string>()
const compressed = new WeakMap<File, Promise<Uint8Array>>()

const computeEtag = (file: File) => {
  const tag = tags.get(file) ?? `W/"${hash('sha256', file.content, 'base64url').slice(0, 27)}"`
  tags.set(file, tag)
  return tag
}

const compressOnce = (file: File) => {
  const content = compressed.get(file) ?? compress(file.content, { level: 9 })
  compressed.set(file, content)
  return content
}

const writeCacheControl = (seconds: number) => {
  if (!seconds) return 'no-cache'
  return `public, max-age=${seconds}${seconds === FOREVER_SECONDS ? ', immutable' : ''}`
}

const matchesEtag = (header: string, tag: string) => header.split(',').some((each) => [tag, '*'].includes(each.trim()))

/** Answers with the file, compressed if the caller accepts gzip, or with 304 if the caller has this version already. */
export const serve = async (
  file: File,
  requestHeaders: Record<string, string | undefined>,
  moreHeaders: Record<string, string> = {},
): Promise<Reply> => {
  const { type, content, cacheSeconds } = file
  const tag = computeEtag(file)
  const headers = {
    ...moreHeaders,
    'Content-Type': type,
    'Cache-Control': writeCacheControl(cacheSeconds),
    ETag: tag,
    Vary: 'Accept-Encoding, Origin',
  }
  if (matchesEtag(requestHeaders['if-none-match'] ?? '', tag)) return reply(undefined, { status: 304, headers })
  const acceptsGzip = /\bgzip\b/.test(requestHeaders['accept-encoding'] ?? '') && !type.startsWith('image/')
  if (!acceptsGzip || content.length < MIN_COMPRESSED_BYTES) return reply(content, { headers })
  return reply(await compressOnce(file), { headers: { ...headers, 'Content-Encoding': 'gzip' } })
}
