import { crc32, deflateSync } from 'node:zlib'

const SIZE = 64
const MARGIN = 12
const BORDER = 5

const buildChunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

const isLine = (x: number, y: number) => {
  const [left, top] = [x - MARGIN, y - MARGIN]
  const side = SIZE - 2 * MARGIN
  if (left < 0 || top < 0 || left >= side || top >= side) return false
  return [left, top, side - 1 - left, side - 1 - top, Math.abs(top - side / 3)].some((distance) => distance < BORDER)
}

/** Builds a PNG of a crate seen from the front, in grey. */
export const buildLogo = (): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  header[8] = 8
  const rows = Buffer.alloc((SIZE + 1) * SIZE)
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) rows[y * (SIZE + 1) + 1 + x] = isLine(x, y) ? 0x33 : 0xff
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    buildChunk('IHDR', header),
    buildChunk('IDAT', deflateSync(rows)),
    buildChunk('IEND', Buffer.alloc(0)),
  ])
}
