import { hash } from 'node:crypto'
import type { Files } from '../../lib/platform/files/files.ts'
import type { Call, Tally } from './tally.ts'

interface Options {
  /** Makes a call when its turn has come. */
  call: <T>(call: Call, perform: () => Promise<T>) => Promise<T>
  /** The tally to count in; undefined while nothing is measured. */
  current: () => Tally | undefined
}

const HOST = 'https://files.localhost/'

/** Keeps files in memory and counts the requests to them by the price list of S3, on which deleting is free. */
export const countFiles = ({ call, current }: Options) => {
  const stored = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()

  const request = <T>(kind: 'fileReads' | 'fileWrites' | undefined, work: () => T): Promise<T> =>
    call('file', async () => {
      const tally = current()
      if (tally && kind) tally[kind]++
      return work()
    })
  const read = (path: string): Buffer => {
    const found = stored.get(path)
    if (!found) throw new Error(`there is no file at ${path}`)
    return found
  }
  const keep = (path: string, content: Uint8Array) => void stored.set(path, Buffer.from(content))

  const files: Files = {
    put: (path, content) => request('fileWrites', () => keep(path, content)),
    get: (path) => request('fileReads', () => read(path)),
    find: (path) => request('fileReads', () => stored.get(path)),
    findSize: (path) => request('fileReads', () => stored.get(path)?.length),
    copy: (from, to) => request('fileWrites', () => keep(to, read(from))),
    delete: (path) => request(undefined, () => void stored.delete(path)),
    getDownloadUrl: async (path) => HOST + path,
    getUploadUrl: async (path) => ({ url: HOST + path, headers: {} }),
    beginParts: (path) =>
      request('fileWrites', () => {
        const id = `parts of ${path}`
        uploads.set(id, new Map())
        return id
      }),
    putPart: (_path, uploadId, number, content) =>
      request('fileWrites', () => {
        uploads.get(uploadId)?.set(number, Buffer.from(content))
        return hash('md5', content, 'hex')
      }),
    listParts: (_path, uploadId) =>
      request('fileWrites', () => {
        const parts = uploads.get(uploadId)
        return (
          parts &&
          [...parts].map(([number, content]) => ({
            number,
            sizeBytes: content.length,
            etag: hash('md5', content, 'hex'),
          }))
        )
      }),
    joinParts: (path, uploadId, parts) =>
      request('fileWrites', () => {
        const held = uploads.get(uploadId)
        if (held) keep(path, Buffer.concat(parts.map(({ number }) => held.get(number) ?? Buffer.alloc(0))))
        uploads.delete(uploadId)
      }),
    abortParts: (_path, uploadId) => request(undefined, () => void uploads.delete(uploadId)),
  }

  return {
    files,
    /** Sends content to the URL of an upload, as a client does; no function waits for it. */
    upload(url: string, content: Uint8Array) {
      const tally = current()
      if (tally) tally.fileWrites++
      keep(decodeURI(url.slice(HOST.length)), content)
    },
  }
}
