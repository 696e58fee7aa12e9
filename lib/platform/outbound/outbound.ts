import type { LookupFunction } from 'node:net'
import { makeOnce } from '../make-once.ts'

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** For everything together: DNS, connecting, sending and reading. */
  timeoutMs?: number
  mostBytes?: number
  /** How many redirects of a GET are followed, each looked at like a new address; none by default. */
  redirects?: number
}

export interface OutboundResponse {
  status: number
  /** Names in lower case; repeated ones are joined by a comma. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/** The one door for calls to other parties. Throws `OutboundError` alone; any status but a redirect is an answer. */
export interface Outbound {
  send(request: OutboundRequest): Promise<OutboundResponse>
}

export interface OutboundOptions {
  /** Lets private addresses, all ports and plain http through: for a developer's machine and tests. */
  allowPrivate: boolean
  /** Ports that may be asked beside 443 and 80. */
  ports?: readonly number[]
  /** The system's resolver unless a test brings its own. */
  lookup?: LookupFunction
}

export const makeOutbound = (options: OutboundOptions): Outbound => {
  const loaded = makeOnce(() => import('./send.ts'))
  return { send: async (request) => (await loaded()).send(options, request) }
}
