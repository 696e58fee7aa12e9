import { createHash, timingSafeEqual } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Running } from '../child.ts'
import { startQueuesOrFiles } from '../queues.ts'
import { serve } from '../serve.ts'
import { createPartRecords } from './part-records.ts'
import { type Credentials, findSignatureFault } from './verify-signature.ts'

interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
}

/** S3 takes parts of 5 GB; the server behind this one takes 11 MB. */
const MAX_BODY_BYTES = 11 * 1024 * 1024

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, PUT, HEAD',
  'Access-Control-Allow-Headers': 'content-type, x-amz-checksum-sha256',
  'Access-Control-Expose-Headers': 'ETag, Content-Disposition, x-amz-checksum-sha256',
  'Access-Control-Max-Age': '3600',
}

/** Headers of a download that S3 cannot send, for browsers that open local files at the address of the machine. */
const SAFE = { 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': 'sandbox' }

const STATUS: Record<string, number> = { BadDigest: 400, EntityTooLarge: 400, NoSuchUpload: 404 }

const refuse = (code: string): Answer => ({
  status: STATUS[code] ?? 403,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`),
})

const readBody = async (incoming: IncomingMessage) => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk as Buffer)
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined
}

/** Repeats the request at the server that stores the objects. */
const forward = (port: number, { method, url, headers }: IncomingMessage, body: Buffer) =>
  new Promise<Answer>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

const hasOtherChecksum = ({ headers }: IncomingMessage, body: Buffer) => {
  const given = headers['x-amz-checksum-sha256']
  if (given === undefined) return false
  const [declared, actual] = [Buffer.from(String(given), 'base64'), createHash('sha256').update(body).digest()]
  return declared.length !== actual.length || !timingSafeEqual(declared, actual)
}

const listedPart = ({ number, sizeBytes, etag }: { number: number; sizeBytes: number; etag: string }) =>
  `<Part><PartNumber>${number}</PartNumber><Size>${sizeBytes}</Size><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`

/**
 * Starts an object storage that is to a client like S3: it verifies signatures, their expiry, signed lengths and checksums,
 * lists parts, and sends the headers that a signed URL names. fauxqs, which checks none of that, stores the objects.
 */
export const startObjectStorage = async ({
  port,
  dataDir,
  credentials,
}: {
  port: number
  /** Without a folder, everything is kept in memory and in a temporary folder. */
  dataDir?: string
  credentials: Credentials
}): Promise<Running> => {
  const store = await startQueuesOrFiles({ port: 0, ...(dataDir && { dataDir }) })
  const storePort = Number(new URL(store.url).port)
  const folder = dataDir ? join(dataDir, 'parts') : await mkdtemp(join(tmpdir(), 'entrepot-parts-'))
  await mkdir(folder, { recursive: true })
  const parts = createPartRecords(folder)

  const answerVerified = async (incoming: IncomingMessage, body: Buffer): Promise<Answer> => {
    const { method, url = '/' } = incoming
    const query = new URLSearchParams(url.split('?', 2)[1])
    const uploadId = query.get('uploadId')
    if (method === 'GET' && uploadId !== null) {
      const listed = await parts.list(uploadId)
      if (!listed) return refuse('NoSuchUpload')
      const text = `<ListPartsResult>${listed.map(listedPart).join('')}</ListPartsResult>`
      return { status: 200, headers: { 'content-type': 'application/xml' }, body: Buffer.from(text) }
    }
    const answer = await forward(storePort, incoming, body)
    if (answer.status >= 300) return answer
    if (method === 'POST' && query.has('uploads'))
      await parts.begin(/<UploadId>([^<]+)</.exec(String(answer.body))?.[1] ?? '')
    else if (method === 'PUT' && uploadId !== null)
      await parts.add({
        uploadId,
        number: Number(query.get('partNumber')),
        sizeBytes: body.length,
        etag: String(answer.headers.etag),
      })
    else if (uploadId !== null) await parts.end(uploadId)
    if (method !== 'GET' || !query.has('X-Amz-Signature')) return answer
    const [type, disposition] = [query.get('response-content-type'), query.get('response-content-disposition')]
    const named = { ...(type && { 'content-type': type }), ...(disposition && { 'content-disposition': disposition }) }
    return { ...answer, headers: { ...answer.headers, ...named, ...SAFE } }
  }

  const answerRequest = async (incoming: IncomingMessage): Promise<Answer> => {
    const body = await readBody(incoming)
    if (incoming.method === 'OPTIONS') return { status: 200, headers: {}, body: Buffer.alloc(0) }
    const { method = 'GET', url = '/', headers } = incoming
    const fault = findSignatureFault({ method, url, headers }, credentials, Date.now())
    if (fault) return refuse(fault)
    if (!body) return refuse('EntityTooLarge')
    return hasOtherChecksum(incoming, body) ? refuse('BadDigest') : await answerVerified(incoming, body)
  }

  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    try {
      const { status, headers, body } = await answerRequest(incoming)
      const { 'content-length': length, connection: _, 'transfer-encoding': __, ...rest } = headers
      const isHead = incoming.method === 'HEAD'
      response.writeHead(status, { ...rest, ...CORS, 'content-length': isHead ? (length ?? 0) : body.length })
      response.end(isHead ? undefined : body)
    } catch {
      response.writeHead(500).end()
    }
  }
  const server = await serve((incoming, response) => void handle(incoming, response), port)
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await store.stop()
      if (!dataDir) await rm(folder, { recursive: true, force: true })
    },
  }
}
