import type { LookupFunction } from 'node:net'
import { makeOnce } from '../make-once.ts'

export const TIMEOUT_MS = 8_000

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Limit for DNS, connecting, sending and reading together; `TIMEOUT_MS` by default. */
  timeoutMs?: number
  maxBytes?: number
  /** True if only the first `maxBytes` of the answer are wanted; otherwise a larger one is a failure. */
  isCut?: boolean
  /** Maximum number of redirects that a GET follows, each checked like a new URL; none by default. */
  redirects?: number
}

export interface OutboundResponse {
  status: number
  /** Names are in lower case; repeated headers are joined by a comma. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/** Sends all requests to other parties. Throws nothing but `OutboundError`; any status except a redirect is a response. */
export interface Outbound {
  send(request: OutboundRequest): Promise<OutboundResponse>
}

export interface OutboundOptions {
  /** Allows private addresses, all ports and plain http, for development and tests. */
  allowPrivate: boolean
  /** Ports that are allowed in addition to 443 and 80. */
  ports?: readonly number[]
  /** Replaces the system's resolver in tests. */
  lookup?: LookupFunction
}

export const makeOutbound = (options: OutboundOptions): Outbound => {
  const loaded = makeOnce(() => import('./send.ts'))
  return {
    send: async (request) => (await loaded()).send(options, { ...request, timeoutMs: request.timeoutMs ?? TIMEOUT_MS }),
  }
}
