import { hash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** Builds a chunk of a PNG with its checksum. */
export const chunk = (type: string, data: Uint8Array = Buffer.alloc(0)): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** Builds a grey PNG; `declared` are other dimensions for its header, `extra` further chunks. */
export const aPng = ({
  width = 4,
  height = 4,
  declared = [width, height],
  extra = [],
}: {
  width?: number
  height?: number
  declared?: readonly number[]
  extra?: readonly Buffer[]
} = {}): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(declared[0] ?? 0, 0)
  header.writeUInt32BE(declared[1] ?? 0, 4)
  header[8] = 8
  const rows = Buffer.alloc((width + 1) * height, 0x80)
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    ...[signature, chunk('IHDR', header), ...extra],
    ...[chunk('IDAT', deflateSync(rows)), chunk('IEND')],
  ])
}

const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** Builds the segments of a JPEG around a made-up scan with a restart marker and a stuffed byte. */
export const aJpeg = ({ width = 8, height = 8, comment = 'made for tests' } = {}): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xfe, Buffer.from(comment)),
    segment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ])

/** Builds a PDF of about this many bytes. */
export const aPdf = (bytes = 200): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    Buffer.alloc(Math.max(0, bytes - 100), '% padding\n'),
    Buffer.from('trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n'),
  ])

export const digest = (content: Uint8Array): string => hash('sha256', content, 'hex')
