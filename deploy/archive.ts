import { glob, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

// With a constant timestamp, equal code gives an equal archive, so a deployment without changes is recognised.
const mtime = new Date('2026-01-01T00:00:00Z')

interface Compressed {
  size: number
  crc: number
  data: Uint8Array<ArrayBuffer>
}

const DEFLATE = 8

const compress = async (file: string): Promise<Compressed> => {
  const content = await readFile(file)
  return { size: content.length, crc: crc32(content), data: await promisify(deflateRaw)(content, { level: 9 }) }
}

const zip = (files: readonly (readonly [name: string, file: Compressed])[]): Buffer => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk as Uint8Array<ArrayBuffer>)
  })
  for (const [filename, { size, crc, data }] of files) {
    const file: ZipInputFile = { filename, size, crc, compression: DEFLATE, mtime }
    archive.add(file)
    file.ondata?.(null, data, true)
  }
  archive.end()
  return Buffer.concat(chunks)
}

/**
 * Returns a function that archives a folder of a bundle, with further files of the project. These are large and the same in
 * several archives, so each is compressed once.
 */
export const createArchiver = (root: string) => {
  const known = new Map<string, Promise<Compressed>>()
  const compressOnce = (name: string) => {
    const compressed = known.get(name) ?? compress(join(root, name))
    known.set(name, compressed)
    return compressed
  }
  return async (folder: string, patterns: readonly string[]): Promise<Buffer> => {
    const files: [string, Compressed][] = []
    for (const name of (await readdir(folder)).sort()) files.push([name, await compress(join(folder, name))])
    for await (const name of glob(patterns, { cwd: root })) files.push([name, await compressOnce(name)])
    return zip(files)
  }
}
