import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { serve } from '../../../local/serve.ts'

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

export interface Said {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  /** The body, if it is not JSON. */
  page?: string | Buffer
}

/** `silent` never answers, `gone` hangs up, `lost` processes the request and hangs up; `none` answers normally. */
export type Misbehaviour = Said | 'silent' | 'gone' | 'lost' | 'none'

export interface StoreServer {
  url: string
  /** All requests, the latest last. */
  asked: Asked[]
  /** Replaces the answers of the next requests; `always` applies to all further ones. */
  misbehave(...next: Misbehaviour[]): void
  always(said: Misbehaviour | undefined): void
  /** Replaces the answer of the next request that fits. */
  misbehaveAt(fits: (asked: Asked) => boolean, next: Misbehaviour): void
  /** Runs before each answer, for example to change orders between two pages. */
  meanwhile(happens: (asked: Asked) => void): void
  /** What the connector asked for although the platform has no such thing, and answers that the platform cannot give. */
  complaints: string[]
  /** Fails if there are complaints. */
  stop(): Promise<void>
}

const parsed = (body: string): Record<string, unknown> => {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}

/** A shop of one platform on this machine, which answers with `answer` by default. */
export const startStore = async (
  answer: (asked: Asked, complain: (what: string) => void) => Said,
): Promise<StoreServer> => {
  const asked: Asked[] = []
  const complaints: string[] = []
  const queue: Misbehaviour[] = []
  let each: Misbehaviour | undefined
  let special: { fits: (asked: Asked) => boolean; next: Misbehaviour } | undefined
  let happens: ((asked: Asked) => void) | undefined
  const answerOrComplain = (one: Asked): Said => {
    const complain = (what: string) => void complaints.push(`${one.method} ${one.path}: ${what}`)
    try {
      return answer(one, complain)
    } catch (error) {
      complain(String(error))
      return { status: 500, json: { message: 'The stand-in failed.' } }
    }
  }
  const { url, stop } = await serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store')
    const body = parsed(await text(request))
    const one = { method: request.method ?? '', path: pathname, query: searchParams, headers: request.headers, body }
    asked.push(one)
    happens?.(one)
    const isSpecial = special?.fits(one) === true
    const next = (isSpecial && special?.next) || (queue.shift() ?? each ?? 'none')
    if (isSpecial) special = undefined
    const said = next === 'none' || next === 'lost' ? answerOrComplain(one) : next
    if (said === 'silent') return
    if (said === 'gone' || next === 'lost') return void request.socket.destroy()
    const { status = 200, headers = {}, json, page } = said
    response.writeHead(status, { 'content-type': page ? 'text/html' : 'application/json', ...headers })
    response.end(page ?? (json === undefined ? '' : JSON.stringify(json)))
  })
  return {
    url,
    asked,
    complaints,
    stop: async () => {
      await stop()
      if (complaints.length) throw new Error(`the shop complains: ${[...new Set(complaints)].join('; ')}`)
    },
    misbehave: (...next) => void queue.push(...next),
    always: (said) => {
      each = said
    },
    misbehaveAt: (fits, next) => {
      special = { fits, next }
    },
    meanwhile: (what) => {
      happens = what
    },
  }
}
