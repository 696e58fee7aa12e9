import { open } from 'node:fs/promises'

// Reads only the table `cmap` of a TrueType font, which lists the characters that the font has glyphs for.

const HEADER_BYTES = 12
const RECORD_BYTES = 16
const UNICODE_PLATFORM = 0
const WINDOWS_PLATFORM = 3
const WINDOWS_ENCODINGS = [1, 10]

const addGroups = (table: Buffer, found: Set<number>) => {
  const count = table.readUInt32BE(12)
  for (let i = 0; i < count; i++) {
    const at = 16 + i * 12
    const last = table.readUInt32BE(at + 4)
    for (let code = table.readUInt32BE(at); code <= last; code++) found.add(code)
  }
}

const addSegments = (table: Buffer, found: Set<number>) => {
  const twice = table.readUInt16BE(6)
  for (let i = 0; i < twice; i += 2) {
    const last = table.readUInt16BE(14 + i)
    const first = table.readUInt16BE(16 + twice + i)
    const delta = table.readUInt16BE(16 + 2 * twice + i)
    const offsetAt = 16 + 3 * twice + i
    const offset = table.readUInt16BE(offsetAt)
    for (let code = first; code <= last; code++) {
      const listed = offset === 0 ? code : table.readUInt16BE(offsetAt + offset + 2 * (code - first))
      if (listed !== 0 && ((listed + delta) & 0xffff) !== 0) found.add(code)
    }
  }
}

const READERS: Readonly<Record<number, (table: Buffer, found: Set<number>) => void>> = { 4: addSegments, 12: addGroups }

/** Returns the code points that a TrueType font has glyphs for. */
export const readCoverage = async (path: string): Promise<ReadonlySet<number>> => {
  const file = await open(path)
  try {
    const read = async (position: number, length: number) =>
      (await file.read(Buffer.alloc(length), 0, length, position)).buffer
    const tables = (await read(0, HEADER_BYTES)).readUInt16BE(4)
    const directory = await read(HEADER_BYTES, tables * RECORD_BYTES)
    const at = directory.indexOf('cmap', 0, 'latin1')
    const cmap = await read(directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12))
    const found = new Set<number>()
    for (let i = 0; i < cmap.readUInt16BE(2); i++) {
      const record = 4 + i * 8
      const platform = cmap.readUInt16BE(record)
      const isUnicode =
        platform === UNICODE_PLATFORM ||
        (platform === WINDOWS_PLATFORM && WINDOWS_ENCODINGS.includes(cmap.readUInt16BE(record + 2)))
      const table = cmap.subarray(cmap.readUInt32BE(record + 4))
      if (isUnicode) READERS[table.readUInt16BE(0)]?.(table, found)
    }
    return found
  } finally {
    await file.close()
  }
}
