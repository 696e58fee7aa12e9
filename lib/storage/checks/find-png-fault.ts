import { crc32 } from 'node:zlib'
import { hasMarkup } from './has-markup.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const CRITICAL = ['IHDR', 'PLTE', 'IDAT', 'IEND']
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12

const findHeaderFault = (header: Buffer, maxPixels: number) => {
  if (header.length !== 13) return 'The PNG has no valid header.'
  const pixels = header.readUInt32BE(0) * header.readUInt32BE(4)
  if (!pixels) return 'The PNG has no pixels.'
  return pixels > maxPixels ? `The PNG has more than ${maxPixels / 1_000_000} megapixels.` : undefined
}

/** Reads every chunk with its checksum; the last one must end the file. */
export const findPngFault = (content: Buffer, maxPixels: number): string | undefined => {
  if (!content.subarray(0, 8).equals(SIGNATURE)) return 'The content is no PNG.'
  let hasPicture = false
  for (let at = 8, isFirst = true; at + FRAME_BYTES <= content.length; isFirst = false) {
    const end = at + FRAME_BYTES + content.readUInt32BE(at)
    if (end > content.length) break
    const type = content.toString('latin1', at + 4, at + 8)
    const data = content.subarray(at + 8, end - 4)
    if (crc32(content.subarray(at + 4, end - 4)) !== content.readUInt32BE(end - 4))
      return 'A chunk of the PNG has a wrong checksum.'
    if (isFirst !== (type === 'IHDR')) return 'The PNG has no valid header.'
    const fault = isFirst ? findHeaderFault(data, maxPixels) : undefined
    if (fault) return fault
    if (/^[A-Z]/.test(type) && !CRITICAL.includes(type)) return 'The PNG has a chunk of an unknown type.'
    if (!CRITICAL.includes(type) && hasMarkup(data)) return 'The PNG contains markup.'
    hasPicture ||= type === 'IDAT'
    if (type === 'IEND') {
      if (end !== content.length) return 'The PNG is followed by other data.'
      return hasPicture ? undefined : 'The PNG has no picture.'
    }
    at = end
  }
  return 'The PNG is cut off.'
}
