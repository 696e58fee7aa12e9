import type { App } from '../../platform/app/app.ts'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import type { Log } from '../../platform/log.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { Picture } from './printed-document.ts'

const MAX_BYTES = 512 * 1024
const MAX_PIXELS = 16_000_000
const TIMEOUT_MS = 3000
const CACHE_MS = 10 * 60_000

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')

const countPngPixels = (content: Buffer) =>
  content.length < 33 ? 0 : content.readUInt32BE(16) * content.readUInt32BE(20)

/** Reads the frame header, the first segment with width and height. */
const countJpegPixels = (content: Buffer) => {
  for (let at = 2; at + 9 < content.length && content[at] === 0xff; at += 2 + content.readUInt16BE(at + 2)) {
    const marker = content[at + 1] as number
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (frame) return content.readUInt16BE(at + 5) * content.readUInt16BE(at + 7)
  }
  return 0
}

const isWithinPixels = (pixels: number) => pixels > 0 && pixels <= MAX_PIXELS

/** Detects the type from the bytes, whatever the server declares; undefined if it is not a printable picture. */
export const parsePicture = (content: Buffer): Picture | undefined => {
  if (content.subarray(0, 8).equals(PNG))
    return isWithinPixels(countPngPixels(content)) ? { type: 'image/png', content } : undefined
  if (content.subarray(0, 3).equals(JPEG))
    return isWithinPixels(countJpegPixels(content)) ? { type: 'image/jpeg', content } : undefined
  const text = content.toString('utf8')
  const vector = /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)*<svg[\s>]/.test(text) && !text.includes('<!')
  return vector ? { type: 'image/svg+xml', content } : undefined
}

const cache = createBoundedCache<{ picture: Picture; until: number }>(50)

/** Fetches the logo. Returns null on failure, because a document can do without its logo. */
export const fetchLogo = async ({ outbound, clock }: App, url: string | null, log: Log): Promise<Picture | null> => {
  if (!url) return null
  const now = clock().getTime()
  const known = cache.get(url)
  if (known && known.until > now) return known.picture
  try {
    const { status, body } = await outbound.send({ url, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, redirects: 3 })
    if (status !== 200) throw new OutboundError('status', { status })
    const picture = parsePicture(body)
    if (!picture) throw new OutboundError('unreadable')
    cache.set(url, { picture, until: now + CACHE_MS })
    return picture
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    log.warn('document.logo.missing', { reason: error.kind, status: error.status })
    return null
  }
}
