import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

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
  /** Instead of JSON. */
  page?: string
}

/** `silent` never answers, `gone` hangs up, `lost` does what it is asked and hangs up; `none` answers as ever. */
export type Misbehaviour = Said | 'silent' | 'gone' | 'lost' | 'none'

export interface StoreServer {
  url: string
  /** Every request, the latest last. */
  asked: Asked[]
  /** What the next requests get instead of what they asked for; `always` for all from now on. */
  misbehave(...next: Misbehaviour[]): void
  always(said: Misbehaviour | undefined): void
  /** Runs before each answer, such as to change orders between two pages. */
  meanwhile(happens: (asked: Asked) => void): void
  stop(): Promise<void>
}

const parsed = (body: string): Record<string, unknown> => {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}

/** A store of one platform on this machine, that answers as `answer` says as long as it is not told otherwise. */
export const startStore = async (answer: (asked: Asked) => Said): Promise<StoreServer> => {
  const asked: Asked[] = []
  const queue: Misbehaviour[] = []
  let each: Misbehaviour | undefined
  let happens: ((asked: Asked) => void) | undefined
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store')
    const body = parsed(await text(request))
    const one = { method: request.method ?? '', path: pathname, query: searchParams, headers: request.headers, body }
    asked.push(one)
    happens?.(one)
    const next = queue.shift() ?? each ?? 'none'
    const said = next === 'none' || next === 'lost' ? answer(one) : next
    if (said === 'silent') return
    if (said === 'gone' || next === 'lost') return void request.socket.destroy()
    const { status = 200, headers = {}, json, page } = said
    response.writeHead(status, { 'content-type': page ? 'text/html' : 'application/json', ...headers })
    response.end(page ?? (json === undefined ? '' : JSON.stringify(json)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    misbehave: (...next) => void queue.push(...next),
    always: (said) => {
      each = said
    },
    meanwhile: (what) => {
      happens = what
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
