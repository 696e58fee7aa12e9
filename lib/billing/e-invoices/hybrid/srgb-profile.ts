// A profile of the colour space sRGB (IEC 61966-2-1) as ICC.1:2001-04 describes such files. It is made here, because those
// that systems ship have licences of their own.

const TABLE_ENTRIES = 1024

/** Linear light of an encoded value from 0 to 1. */
const decodeSrgb = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

const fixed = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), i * 4)
  return bytes
}

const tag = (type: string, ...content: Buffer[]) =>
  Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...content])

const whole = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const point = (...xyz: [number, number, number]) => tag('XYZ ', fixed(...xyz))

const describe = (text: string) =>
  tag('desc', whole(text.length + 1), Buffer.from(`${text}\0`, 'latin1'), Buffer.alloc(4 + 4 + 2 + 1 + 67))

const buildCurve = () => {
  const entries = Buffer.alloc(TABLE_ENTRIES * 2)
  for (let i = 0; i < TABLE_ENTRIES; i++)
    entries.writeUInt16BE(Math.round(decodeSrgb(i / (TABLE_ENTRIES - 1)) * 65_535), i * 2)
  return tag('curv', whole(TABLE_ENTRIES), entries)
}

const HEADER_BYTES = 128
const TAG_ENTRY_BYTES = 12

const buildHeader = (size: number) => {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(0x02100000, 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  for (const [i, part] of [2026, 1, 1].entries()) header.writeUInt16BE(part, 24 + i * 2)
  header.write('acsp', 36, 'latin1')
  fixed(0.9642, 1, 0.8249).copy(header, 68)
  return header
}

const align = (content: Buffer) => Buffer.concat([content, Buffer.alloc(-content.length & 3)])

/** Builds the profile; primaries are those of sRGB adapted to the white point D50. */
export const buildSrgbProfile = (): Buffer => {
  const curve = buildCurve()
  const tags: readonly [string, Buffer][] = [
    ['desc', describe('sRGB')],
    ['cprt', tag('text', Buffer.from('No copyright, use freely\0', 'latin1'))],
    ['wtpt', point(0.9642, 1, 0.8249)],
    ['rXYZ', point(0.43607, 0.22249, 0.01392)],
    ['gXYZ', point(0.38515, 0.71687, 0.09708)],
    ['bXYZ', point(0.14307, 0.06061, 0.7141)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const contents = [...new Set(tags.map(([, content]) => content))]
  const offsets = new Map<Buffer, number>()
  let offset = HEADER_BYTES + 4 + tags.length * TAG_ENTRY_BYTES
  for (const content of contents) {
    offsets.set(content, offset)
    offset += align(content).length
  }
  const table = tags.map(([name, content]) =>
    Buffer.concat([Buffer.from(name, 'latin1'), whole(offsets.get(content) ?? 0), whole(content.length)]),
  )
  return Buffer.concat([buildHeader(offset), whole(tags.length), ...table, ...contents.map(align)])
}
