import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'

// Packs in the thread of the caller: a thread pool ends its work whenever it likes, and a seed must give one history only.
// Imported before everything that packs.

type Callback = (error: Error | null, result: Buffer) => void

Object.assign(zlib, {
  gzip: (data: Buffer, callback: Callback) => callback(null, zlib.gzipSync(data)),
  gunzip: (data: Buffer, callback: Callback) => callback(null, zlib.gunzipSync(data)),
})
syncBuiltinESMExports()
