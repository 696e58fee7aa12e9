import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface PartRecord {
  number: number
  sizeBytes: number
  etag: string
}

/** Remembers the parts of uploads in files, because fauxqs stores parts and does not list them. */
export const createPartRecords = (folder: string) => {
  const of = (uploadId: string) => join(folder, Buffer.from(uploadId).toString('hex'))
  return {
    begin: (uploadId: string) => mkdir(of(uploadId), { recursive: true }),
    add: ({ uploadId, ...part }: PartRecord & { uploadId: string }) =>
      writeFile(join(of(uploadId), String(part.number)), JSON.stringify(part)),
    end: (uploadId: string) => rm(of(uploadId), { recursive: true, force: true }),
    /** Lists the parts by number; undefined if there is no such upload. */
    async list(uploadId: string): Promise<PartRecord[] | undefined> {
      const names = await readdir(of(uploadId)).catch(() => undefined)
      if (!names) return undefined
      const texts = await Promise.all(names.map((name) => readFile(join(of(uploadId), name), 'utf8')))
      return texts.map((text) => JSON.parse(text) as PartRecord).sort((a, b) => a.number - b.number)
    },
  }
}
