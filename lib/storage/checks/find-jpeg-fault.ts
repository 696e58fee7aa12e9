import { hasMarkup } from './has-markup.ts'

const START = Buffer.from('ffd8ff', 'hex')
const [END, SCAN, COMMENT] = [0xd9, 0xda, 0xfe]

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === COMMENT

/** Returns the position of the marker after the compressed data, in which FF is followed by 00 or a restart marker. */
const findEndOfScan = (content: Buffer, from: number) => {
  for (let at = content.indexOf(0xff, from); at !== -1; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  return content.length
}

/** Reads every segment and scan; the end marker must end the file. */
export const findJpegFault = (content: Buffer, maxPixels: number): string | undefined => {
  if (!content.subarray(0, 3).equals(START)) return 'The content is no JPEG.'
  let [hasFrame, hasScan] = [false, false]
  for (let at = 2; at + 2 <= content.length; ) {
    const marker = content[at + 1] as number
    if (content[at] !== 0xff) return 'The JPEG has data between its segments.'
    if (marker === END) {
      if (at + 2 !== content.length) return 'The JPEG is followed by other data.'
      return hasFrame && hasScan ? undefined : 'The JPEG has no picture.'
    }
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (at + 4 > content.length) break
    const end = at + 2 + content.readUInt16BE(at + 2)
    if (end > content.length || end < at + 4) break
    const data = content.subarray(at + 4, end)
    if (isFrame(marker)) {
      const pixels = data.length < 5 ? 0 : data.readUInt16BE(1) * data.readUInt16BE(3)
      if (!pixels) return 'The JPEG has no pixels.'
      if (pixels > maxPixels) return `The JPEG has more than ${maxPixels / 1_000_000} megapixels.`
      hasFrame = true
    }
    if (isMetadata(marker) && hasMarkup(data)) return 'The JPEG contains markup.'
    hasScan ||= marker === SCAN
    at = marker === SCAN ? findEndOfScan(content, end) : end
  }
  return 'The JPEG is cut off.'
}
