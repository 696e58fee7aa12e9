import type { LookupFunction } from 'node:net'
import { makeOnce } from '../make-once.ts'

/** Reasons for the failure of an outbound call. None contains any part of the response. */
export type OutboundFailure =
  /** Not a URL, not https, or with a user name or password. */
  | 'bad-url'
  /** A private, local or special address, before or after DNS, or a name without an address. */
  | 'refused-address'
  /** A port that is not allowed. */
  | 'refused-port'
  | 'timeout'
  /** Unknown name, connection refused or lost, or an invalid certificate. */
  | 'unreachable'
  | 'redirected'
  | 'too-large'
  /** Not in the expected format, such as a page instead of JSON. */
  | 'unreadable'
  /** An unexpected status, which is in `status`. */
  | 'status'

export class OutboundError extends Error {
  readonly kind: OutboundFailure
  readonly status: number | undefined
  /** The Retry-After header, in seconds or as a date. */
  readonly retryAfter: string | undefined

  constructor(
    kind: OutboundFailure,
    { status, retryAfter, cause }: { status?: number; retryAfter?: string | undefined; cause?: unknown } = {},
  ) {
    super(status === undefined ? `the call failed: ${kind}` : `the call failed: ${kind} ${status}`, { cause })
    this.kind = kind
    this.status = status
    this.retryAfter = retryAfter
  }
}

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Limit for DNS, connecting, sending and reading together. */
  timeoutMs?: number
  mostBytes?: number
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
  return { send: async (request) => (await loaded()).send(options, request) }
}
