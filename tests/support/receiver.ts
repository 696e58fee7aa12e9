import { createECDH, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { decrypt } from 'http_ece'
import { serve } from '../../local/serve.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Starts a server that accepts any POST and answers with the status that a test sets, optionally by path. */
export const startReceiver = async () => {
  const received: Received[] = []
  const answers = new Map<string, number>()
  const { url, stop } = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? '/'
    received.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
    response.writeHead(answers.get(path) ?? answers.get('*') ?? 200, { 'Retry-After': '7' })
    response.end('secret words of the receiver')
  })
  return {
    url,
    stop,
    received,
    /** Sets the status; without a path, for all paths without a status of their own. */
    answer: (status: number, path = '*') => void answers.set(path, status),
    at: (path: string) => received.filter((each) => each.path === path),
    reset() {
      received.length = 0
      answers.clear()
    },
  }
}

/** Makes a browser's keys and a function that decrypts its messages. */
export const aBrowser = () => {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const authKey = randomBytes(16).toString('base64url')
  return {
    keys: { p256dhKey: keys.getPublicKey().toString('base64url'), authKey },
    read: ({ body }: Received) =>
      JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: authKey }).toString()),
  }
}
