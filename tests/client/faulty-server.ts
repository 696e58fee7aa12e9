import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Clock } from '../../client/src/clock.ts'
import type { ErrorCode } from '../../client/src/generated/schemas.ts'
import { serve } from '../../local/serve.ts'

export interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** Answers a request; returns nothing, so that it may also close the connection or never answer. */
type Step = (response: ServerResponse, received: Received) => unknown

const send = (response: ServerResponse, status: number, type: string, body: string, headers: object) =>
  response.writeHead(status, { 'content-type': type, ...headers }).end(body)

export const succeed =
  (body: unknown = { id: '1' }, headers: object = {}): Step =>
  (response) =>
    send(response, 200, 'application/json', JSON.stringify(body), headers)

export const refuse =
  (status: number, errorCode: ErrorCode | 'SOMETHING_NEW', headers: object = {}): Step =>
  (response) =>
    send(
      response,
      status,
      'application/problem+json',
      JSON.stringify({ type: '/errors/x', title: 'X', status, detail: 'Not now.', instance: 'urn:uuid:7', errorCode }),
      headers,
    )

export const answerText =
  (status: number, body: string, headers: object = {}): Step =>
  (response) =>
    send(response, status, 'text/html', body, headers)

export const closeConnection: Step = (response) => response.destroy()
export const breakBody: Step = (response) =>
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    .write('{"id":', () => response.destroy())
export const stayQuiet: Step = () => undefined

/** Starts a server that answers with one step after another, and with the last one from then on. */
export const startFaultyServer = async () => {
  const received: Received[] = []
  let steps: Step[] = [succeed()]
  const { url, stop } = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const each = { method, url, headers, body: Buffer.concat(chunks).toString() }
    received.push(each)
    const step = (steps.length > 1 ? steps.shift() : steps[0]) as Step
    step(response, each)
  })
  return {
    url,
    stop,
    received,
    /** Sets the next answers and forgets the requests so far. */
    plan(...next: Step[]) {
      steps = next
      received.length = 0
    },
  }
}

/** A clock whose pauses take no time and are recorded. */
export const aClock = (random = 0.5) => {
  const waits: number[] = []
  let now = Date.parse('2026-03-02T09:30:00Z')
  const clock: Clock = {
    now: () => now,
    async wait(ms, signal) {
      signal?.throwIfAborted()
      waits.push(ms)
      now += ms
    },
    random: () => random,
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { clock, waits, pass }
}
