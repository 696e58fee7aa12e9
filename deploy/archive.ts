import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
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

/** Archives the files of a folder. */
export const archiveFolder = async (folder: string): Promise<Buffer> => {
  const names = (await readdir(folder)).sort()
  return zip(await Promise.all(names.map(async (name) => [name, await compress(join(folder, name))] as const)))
}

/** Archives files of the project as a layer, in which Node finds packages below `nodejs/node_modules`. */
export const archiveLayer = async (root: string, patterns: readonly string[]): Promise<Buffer> => {
  const files: [string, Compressed][] = []
  // One after the other, because they are large.
  for (const name of globSync(patterns, { cwd: root }).sort())
    files.push([`nodejs/${name}`, await compress(join(root, name))])
  return zip(files)
}
